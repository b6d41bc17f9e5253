/** The cookie SP_ID, as the publisher's server sees it. */

import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { runsIn } from './support/browser.ts'
import { by, call, freeze, leaveBy, loggedIn, sees, startSession, visit } from './support/demo.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { ask, askAnew, logOut, openTabs, serveTabs } from './support/tab-pages.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

const cookie = async () => (await world.browser.cookies()).find(({ name }) => name === 'SP_ID')
const seenByServer = (page: Page) =>
  page.evaluate(() => fetch('/server-side').then(async (response) => (await response.json()).spId))

describe('SP_ID', () => {
  it('is not there for an anonymous reader', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    expect(await cookie()).toBeUndefined()
    expect(await seenByServer(page)).toEqual({ seen: false })
  })

  it('follows the reader when another one logs in', async () => {
    const page = await loggedIn(world)
    const before = await cookie()
    await by(page, 'log-in').click()
    await by(page, 'user-matti').click()
    await sees(page, 'user-name', 'Matti V.')
    await sees(page, 'sp-id', 'valid')
    const { uuid } = await seenByServer(page)
    expect(uuid).toBe(world.emulator.users.find(({ username }) => username === 'matti')?.uuid)
    expect((await cookie())?.value).not.toBe(before?.value)
  })

  it('is gone when the reader logs out, for the server too', async () => {
    const page = await loggedIn(world)
    await sees(page, 'sp-id', 'valid')
    await by(page, 'log-out').click()
    await sees(page, 'status', 'anonymous')
    expect(await cookie()).toBeUndefined()
    expect(await seenByServer(page)).toEqual({ seen: false })
  })

  it('is gone before the page is left, and so is not seen by whatever comes after the logout', async () => {
    world.pages.serve('/', { body: '<!doctype html><title>Goodbye</title>' })
    const page = await loggedIn(world)
    await sees(page, 'sp-id', 'valid')
    await Promise.all([page.waitForURL(world.pages.url()), leaveBy(page, 'logout', world.pages.url())])
    expect(await cookie()).toBeUndefined()
  })

  it('is written again on the next page, out of the kept session, after it was deleted', async () => {
    const page = await loggedIn(world)
    await sees(page, 'sp-id', 'valid')
    await world.browser.clearCookies({ name: 'SP_ID' })
    world.sessionCalls()
    await page.reload()
    await sees(page, 'sp-id', 'valid')
    expect(world.sessionCalls()).toEqual([])
  })

  it('is gone once the service says that there is no session', async () => {
    const page = await loggedIn(world)
    await sees(page, 'sp-id', 'valid')
    await world.browser.clearCookies({ name: '__Host-session-id' })
    await by(page, 'check-again').click()
    await sees(page, 'status', 'anonymous')
    expect(await cookie()).toBeUndefined()
  })

  it('lives as long, and for the domain, that the page asks for', async () => {
    const script = await bundle(`
      import { Identity } from 'portico'
      const identity = new Identity(options)
      identity.enableCacheCookie({ expiresIn: 60, domain: 'pages.site.localhost' })
      identity.hasSession().then(({ userId }) => document.body.append('user ' + userId))
    `)
    world.pages.serve('/', pageWith(ownOptions(world), script))
    const page = await loggedIn(world)
    await sees(page, 'sp-id', 'valid')
    await world.browser.clearCookies({ name: 'SP_ID' })
    const before = Date.now() / 1000
    await page.goto(world.pages.url())
    await page.getByText('user 100001').waitFor()
    const { domain, expires = 0 } = (await cookie()) ?? {}
    expect(domain).toBe('.pages.site.localhost')
    // A cookie's date has no fractions of a second.
    expect(expires).toBeGreaterThanOrEqual(Math.floor(before) + 60)
    expect(expires).toBeLessThanOrEqual(Date.now() / 1000 + 60)
  })
})

describe('SP_ID, in two tabs', () => {
  /** Tells what becomes of the cookie from now on, by a page without the library. */
  async function watch(): Promise<() => Promise<string[]>> {
    world.pages.serve('/watching', { body: '<!doctype html><title>Watching</title>' })
    const page = await world.page()
    await page.goto(world.pages.url('/watching'))
    await page.evaluate(() => {
      const changes: string[] = []
      Object.assign(window, { changes })
      const { cookieStore } = window as unknown as { cookieStore: EventTarget }
      cookieStore.addEventListener('change', (event) => {
        const { changed, deleted } = event as unknown as Record<string, { name: string }[]>
        for (const { name } of changed ?? []) if (name === 'SP_ID') changes.push('written')
        for (const { name } of deleted ?? []) if (name === 'SP_ID') changes.push('deleted')
      })
    })
    return () => page.evaluate(() => (window as unknown as { changes: string[] }).changes)
  }

  it('of a login stays, whatever the other one has kept of before', async () => {
    const [other, next, changes] = [await world.page(), await world.page(), await watch()]
    await visit(world, other, 'anonymous')
    await visit(world, next, 'anonymous')
    await loggedIn(world)
    await sees(other, 'user-name', 'Ingrid S.')
    expect(await call(other, 'isLoggedIn')).toBe(true)
    await next.reload()
    await sees(next, 'sp-id', 'valid')
    expect(await cookie()).toBeDefined()
    expect(await changes()).not.toContain('deleted')
  })

  it('of a login stays where the other one was asleep, and asks when it wakes', async () => {
    if (!runsIn('chromium', 'a tab that sleeps', 'No other browser puts one to sleep on demand.')) return
    const [other, changes] = [await world.page(), await watch()]
    await visit(world, other, 'anonymous')
    const wake = await freeze(world, other)
    await loggedIn(world)
    await wake()
    expect(await call(other, 'isLoggedIn')).toBe(true)
    expect(await cookie()).toBeDefined()
    expect(await changes()).not.toContain('deleted')
  })

  it('of a session that is over is not written back by the other one', async () => {
    const one = await loggedIn(world)
    const two = await world.page()
    await visit(world, two, 'connected')
    const changes = await watch()
    await by(one, 'log-out').click()
    await sees(two, 'status', 'anonymous')
    expect(await call(two, 'isLoggedIn')).toBe(false)
    expect(await cookie()).toBeUndefined()
    expect(await changes()).not.toContain('written')
  })

  it('is not written by an answer that is late, though the service is down since', async () => {
    if (!runsIn('chromium', 'an answer that is held back', 'No other browser holds one back on demand.'))
      return
    await serveTabs(world)
    await startSession(world)
    const [one, two] = await openTabs(world, ['/tab', '/tab'])
    expect(await ask(two)).toBeGreaterThan(0)
    const cdp = await world.browser.newCDPSession(one)
    await cdp.send('Fetch.enable', { patterns: [{ urlPattern: '*/session?*', requestStage: 'Response' }] })
    const held = new Promise((resolve) => cdp.once('Fetch.requestPaused', resolve))
    const answer = askAnew(one)
    await held
    await logOut(two)
    expect(await cookie()).toBeUndefined()
    world.emulator.setFaults({ session: 'down' })
    await cdp.send('Fetch.disable')
    expect({ answer: await answer, cookie: await cookie() }).toEqual({ answer: 'session-unreachable' })
  })
})
