/** Both demo publishers: each a page of its own, with a client, a session service and a cookie of its own. */

import { describe, expect, it } from 'vitest'
import { by, call, eventsAt, logIn, type Site, sees, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

const PUBLISHERS: [name: string, site: Site, clientId: string, sessionHost: string, domain: string][] = [
  ['The Harbour Post', 'www.site.localhost', 'harbour-post', 'id.site.localhost', 'site.localhost'],
  ['Fell & Fjord', 'www.other.localhost', 'fell-and-fjord', 'id.other.localhost', 'other.localhost'],
]

describe.each(PUBLISHERS)('%s', (name, site, clientId, sessionHost, domain) => {
  it('can be read without JavaScript, and without a session service', async () => {
    const page = await world.page()
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(world.emulator.url(site))
    expect(await page.title()).toContain(name)
    expect(await page.locator('article').count()).toBeGreaterThan(3)
    expect(await page.locator('article').first().isVisible()).toBe(true)
  })

  it('asks its own session service, as its own client', async () => {
    const page = await world.page()
    const [request] = await Promise.all([
      page.waitForRequest(/\/v2\/session\?/),
      visit(world, page, 'anonymous', site),
    ])
    const url = new URL(request.url())
    expect(url.origin).toBe(new URL(world.emulator.url(sessionHost)).origin)
    expect(url.searchParams.get('client_sdrn')).toBe(`sdrn:localhost:client:${clientId}`)
    expect(request.headers()).not.toHaveProperty('x-requested-with')
    expect(request.method()).toBe('GET')
  })

  it('knows a reader after a login, and keeps the cookie for its own domain', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous', site)
    await logIn(page, 'alex')
    expect(await eventsAt(page, 'connected')).toEqual([
      'login',
      'sessionChange',
      'sessionInit',
      'statusChange',
    ])
    await sees(page, 'sp-id', 'valid')
    const cookies = await world.browser.cookies()
    const of = (cookie: string) => cookies.filter((kept) => kept.name === cookie).map((kept) => kept.domain)
    expect(of('__Host-session-id')).toEqual([sessionHost])
    expect(of('SP_ID')).toEqual([`.${domain}`])
    expect(cookies.find((kept) => kept.name === '__Host-session-id')).toMatchObject({
      httpOnly: true,
      sameSite: 'Lax',
    })
  })

  it('answers every identifier that the library hands out', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous', site)
    await logIn(page)
    const user = world.emulator.users.find(({ username }) => username === 'ingrid')
    expect(await call(page, 'getUserId')).toBe(String(user?.userId))
    expect(await call(page, 'getUserUuid')).toBe(user?.uuid)
    expect(await call(page, 'getUserSDRN')).toBe(`sdrn:localhost:user:${user?.userId}`)
    expect(await call(page, 'getExternalId', 'a-party')).toMatch(/^[\da-f]{64}$/)
    expect(await call(page, 'getExternalId', 'a-party')).not.toBe(
      await call(page, 'getExternalId', 'a-party', 'suffix'),
    )
    expect(await by(page, 'user-id').textContent()).toBe(String(user?.userId))
  })
})
