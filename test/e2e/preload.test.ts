/** The script for the page's head: it asks for the session while the library is still on its way. */

import { responses } from 'portico/testing'
import { beforeEach, describe, expect, it } from 'vitest'
import { loggedIn } from './support/demo.ts'
import { isSessionCall, serveHeadPage, start } from './support/head-page.ts'
import { ownOptions } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

beforeEach(() => serveHeadPage(world, ownOptions(world)))

/** A session service of a kind that lets browsers keep its answers. Its reader is logged in until they log out. */
function serveCacheableSession(): void {
  const origin = new URL(world.pages.url()).origin
  const headers = {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'cache-control': 'private, max-age=600',
  }
  const body = JSON.stringify(responses.connected({ baseDomain: 'site.localhost' }).body)
  world.pages.serve('/v2/session', { body, type: 'application/json', headers })
  world.pages.serve('/logout', () => {
    const { status = 400, body } = responses.nobody()
    world.pages.serve('/v2/session', {
      status,
      body: JSON.stringify(body),
      type: 'application/json',
      headers,
    })
    return { status: 302, body: '', headers: { location: world.pages.url() } }
  })
}

describe('a preload', () => {
  it('costs nothing on the next page', async () => {
    const page = await loggedIn(world)
    await page.goto(world.pages.url())
    await start(page)
    world.sessionCalls()
    await page.reload()
    await start(page)
    await page.getByText('user 100001').waitFor()
    expect(world.sessionCalls()).toHaveLength(0)
  })

  it('that came before a logout in another tab is not taken after it', async () => {
    const late = await loggedIn(world)
    const asked = world.request(isSessionCall)
    await late.goto(world.pages.url())
    expect((await asked).status).toBe(200)
    const other = await world.page()
    await other.goto(world.pages.url())
    await start(other)
    const back = other.waitForEvent('load')
    await other.evaluate(() => (window as unknown as { logout(): void }).logout())
    await back
    await start(late)
    await late.getByText('session-missing').waitFor()
  })

  it('says for an anonymous reader, too, what the library would have heard', async () => {
    const page = await world.page()
    await page.goto(world.pages.url())
    await start(page)
    await page.getByText('session-missing').waitFor()
    expect(world.sessionCalls()).toHaveLength(1)
  })

  it('says after a logout that nobody is logged in, although the service lets browsers keep its answers', async () => {
    serveCacheableSession()
    await serveHeadPage(world, { ...ownOptions(world), sessionDomain: new URL(world.pages.url()).origin })
    const page = await world.page()
    await page.goto(world.pages.url())
    await start(page)
    await page.getByText('user 101').waitFor()
    const back = page.waitForEvent('load')
    await page.evaluate(() => (window as unknown as { logout(): void }).logout())
    await back
    await start(page)
    await page.getByText('session-missing').waitFor()
  })

  it('that failed is made up for by the library', async () => {
    const page = await loggedIn(world)
    world.emulator.setFaults({ session: 'down' })
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/v2/session?'))
    await page.goto(world.pages.url())
    await failed
    world.emulator.resetFaults()
    await start(page)
    await page.getByText('user 100001').waitFor()
  })
})
