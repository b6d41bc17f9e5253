/** The back button, with and without the back/forward cache. */
import { describe, expect, it } from 'vitest'
import {
  leave,
  needsBackForwardCache,
  rememberShown,
  useHistory,
  wasRestored,
} from './support/back-forward-cache.ts'
import { TIMED } from './support/browser.ts'
import { by, events, goBack, goBackBy, loggedIn, sees, visit } from './support/demo.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'

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
  needsBackForwardCache(world)

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

  it('asks the service again where the page was left for a refresh', async () => {
    const script = await bundle(`
      import { Identity } from 'portico'
      const identity = new Identity(options)
      window.ask = () => identity.hasSession().then(({ userId }) => userId, ({ reason }) => reason)
    `)
    world.pages.serve('/asking', pageWith(ownOptions(world), script))
    world.pages.serve('/', { body: '<!doctype html><title>Back from the visit</title>' })
    await loggedIn(world)
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
