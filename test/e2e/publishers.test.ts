/** Both demo publishers: each with a client and a session service of its own. */

import { describe, expect, it } from 'vitest'
import { by, call, logIn, type Site, visit } from './support/demo.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

const PUBLISHERS: [name: string, site: Site, clientId: string, sessionHost: string][] = [
  ['The Harbour Post', 'www.site.localhost', 'harbour-post', 'id.site.localhost'],
  ['Fell & Fjord', 'www.other.localhost', 'fell-and-fjord', 'id.other.localhost'],
]

describe.each(PUBLISHERS)('%s', (_, site, clientId, sessionHost) => {
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
