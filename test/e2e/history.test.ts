/** The back button, with and without the back/forward cache. */
import { beforeAll, describe, expect, it } from 'vitest'
import { leave, rememberShown, useHistory, wasRestored } from './support/back-forward-cache.ts'
import { runsIn, TIMED } from './support/browser.ts'
import { by, events, goBack, goBackBy, loggedIn, sees, startSession, visit, wallIs } from './support/demo.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { PRESETS } from './support/presets.ts'
import { ask, askAnew, beginToAskSlowly, hears, logOut, openTabs, serveTabs } from './support/tab-pages.ts'
import { needsWholeBrowser } from './support/whole-browser.ts'

const world = useHistory()

const rememberingPage = async () => rememberShown(await world.page())

describe('back', () => {
  it('from the login page leads to a page from which a login succeeds', async () => {
    const page = await world.page()
    await visit(world, page, 'anonymous')
    await by(page, 'log-in').click()
    await by(page, 'user-ingrid').waitFor()
    await goBack(page)
    await sees(page, 'status', 'anonymous')
    await by(page, 'log-in').click()
    await by(page, 'user-ingrid').click()
    await sees(page, 'user-name', 'Ingrid S.')
  })

  it('to a page of a reader who is logged in costs no session call', async () => {
    const page = await loggedIn(world)
    await leave(world, page)
    world.sessionCalls()
    await goBack(page)
    await sees(page, 'user-name', 'Ingrid S.')
    expect(world.sessionCalls()).toEqual([])
  })

  it('after a logout shows nobody', async () => {
    const page = await loggedIn(world)
    await page.goto(`${page.url()}?second`)
    await sees(page, 'status', 'connected')
    await by(page, 'log-out').click()
    await sees(page, 'status', 'anonymous')
    await goBack(page)
    await sees(page, 'status', 'anonymous')
    expect(await by(page, 'user-name').textContent()).toBe('')
  })
})

// The browser may let a page go at any time, and does so on a busy machine.
describe('back, to a page out of the back/forward cache', TIMED, () => {
  needsWholeBrowser(world)

  it('costs no session call, and the page works on', async () => {
    const page = await rememberingPage()
    await visit(world, page, 'anonymous')
    await leave(world, page)
    world.sessionCalls()
    await goBack(page)
    await sees(page, 'status', 'anonymous')
    await wasRestored(page)
    expect(world.sessionCalls()).toEqual([])
    await by(page, 'log-in').click()
    await by(page, 'user-ingrid').click()
    await sees(page, 'user-name', 'Ingrid S.')
  })

  it('shows who has logged in since, not who was there when the page was left', async () => {
    const page = await rememberingPage()
    await visit(world, page, 'anonymous')
    await by(page, 'log-in').click()
    await by(page, 'user-ingrid').click()
    await sees(page, 'user-name', 'Ingrid S.')
    await by(page, 'log-in').click()
    await by(page, 'user-matti').click()
    await sees(page, 'user-name', 'Matti V.')
    await goBackBy(page, 2)
    await page.waitForFunction(() => (window as unknown as { persisted?: boolean }).persisted)
    await sees(page, 'user-name', 'Matti V.')
    expect(await events(page)).toContain('userChange')
  })

  it.each(Object.entries(PRESETS))('knows who has logged in since (%s)', async (_, make) => {
    const script = await bundle(`${make}
      window.ask = () => identity.hasSession().then(({ userId }) => userId, ({ reason }) => reason)
      window.askAnew = () => {
        identity.clearCachedUserSession()
        return window.ask()
      }
      window.ask()`)
    for (const path of ['/first', '/second']) world.pages.serve(path, pageWith(ownOptions(world), script))
    const call = (name: 'ask' | 'askAnew') =>
      page.evaluate((method) => (window as unknown as Record<string, () => unknown>)[method]?.(), name)
    const page = await rememberingPage()
    await page.goto(world.pages.url('/first'))
    expect(await call('ask')).not.toBe(100001)
    await startSession(world)
    await page.goto(world.pages.url('/second'))
    expect(await call('askAnew')).toBe(100001)
    await goBack(page)
    await wasRestored(page)
    expect(await call('ask')).toBe(100001)
    world.sessionCalls()
    expect(await call('ask')).toBe(100001)
    expect(world.sessionCalls()).toEqual([])
  })

  it.each(Object.entries(PRESETS))('knows that the reader has logged out since (%s)', async (_, make) => {
    const script = await bundle(`${make}
      window.heard = []
      window.identity = identity
      identity.on('login', () => heard.push('login'))
      window.ask = () => identity.hasSession().then(({ userId }) => userId, ({ reason }) => reason)
      window.ask()`)
    for (const path of ['/first', '/second']) world.pages.serve(path, pageWith(ownOptions(world), script))
    const countLogins = () =>
      page.evaluate(
        () => (window as unknown as { heard: string[] }).heard.filter((name) => name === 'login').length,
      )
    const call = () => page.evaluate(() => (window as unknown as { ask(): unknown }).ask())
    await startSession(world)
    const page = await rememberingPage()
    await page.goto(world.pages.url('/first'))
    expect(await call()).toBe(100001)
    const logins = await countLogins()
    await page.goto(world.pages.url('/second'))
    await call()
    await world.browser.clearCookies()
    await page.evaluate(() => {
      const { identity } = window as unknown as { identity: { clearCachedUserSession(): void } }
      identity.clearCachedUserSession()
    })
    expect(await call()).not.toBe(100001)
    await goBack(page)
    await wasRestored(page)
    expect(await call()).not.toBe(100001)
    expect(await countLogins()).toBe(logins)
  })

  it('asks the service again where the page was left for a refresh', async () => {
    const script = await bundle(`
      import { Identity } from 'portico'
      const identity = new Identity(options)
      window.ask = () => identity.hasSession().then(({ userId }) => userId, ({ reason }) => reason)
    `)
    world.pages.serve('/asking', pageWith(ownOptions(world), script))
    world.pages.serve('/', { body: '<!doctype html><title>Back from the visit</title>' })
    await startSession(world)
    const page = await rememberingPage()
    await page.goto(world.pages.url('/asking'))
    world.emulator.setFaults({ session: 'refresh' })
    await page.evaluate(() => void (window as unknown as { ask(): unknown }).ask())
    await page.waitForURL(world.pages.url())
    await goBack(page)
    await wasRestored(page)
    expect(await page.evaluate(() => (window as unknown as { ask(): unknown }).ask())).toBe(100001)
  })
})

describe('back, to an article of a reader who has logged out elsewhere', () => {
  needsWholeBrowser(world)

  it('shows nobody’s article', async () => {
    const article = world.emulator.url('www.site.localhost', '/article')
    world.emulator.giveProduct('ingrid', 'harbour-post-digital')
    const page = await rememberShown(await loggedIn(world))
    await page.goto(article)
    await wallIs(page, 'granted')
    const other = await world.page()
    await other.goto(article)
    await wallIs(other, 'granted')
    await leave(world, page)
    await by(other, 'log-out').click()
    await sees(other, 'status', 'anonymous')
    await goBack(page)
    await wallIs(page, 'loggedOut')
    await wasRestored(page)
  })
})

describe('back, to a tab that shares with others', () => {
  needsWholeBrowser(world)
  beforeAll(() => serveTabs(world))

  it('learns what has happened since', async () => {
    await startSession(world)
    const one = await rememberShown(await world.page())
    const [two] = await openTabs(world, ['/tab'])
    await one.goto(world.pages.url('/tab'))
    expect(await ask(one)).toBe(await ask(two))
    await leave(world, one)
    // A message would throw a page out whose channel is open.
    expect(await askAnew(two)).toBeGreaterThan(0)
    await logOut(two)
    await goBack(one)
    await hears(one, 'logout')
    await wasRestored(one)
    expect(await ask(one)).toBe('session-missing')
  })

  it('was let in although it was asking for all, and let go of the lock', async () => {
    if (!runsIn('chromium', 'a tab that is left while it asks', 'Firefox never lets such a page in.')) return
    const one = await rememberShown(await world.page())
    await one.goto(world.pages.url('/tab'))
    // Long enough that no answer comes before the page is back.
    await beginToAskSlowly(world, one, 2000)
    await leave(world, one)
    await goBack(one)
    // Another page that looks at the locks could throw this one out of the cache, so the page itself is asked, once it is back.
    const held = await one.evaluate(async () => (await navigator.locks.query()).held)
    expect(held).toEqual([])
    await wasRestored(one)
    expect(await ask(one)).toBe('session-missing')
  })
})
