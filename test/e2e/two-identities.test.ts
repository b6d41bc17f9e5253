/** Two identities of one client on one page, one that logs out in a listener, and one that asks before it leaves. */
import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { startSession } from './support/demo.ts'
import { bundle, ownOptions, pageWith } from './support/own-page.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

interface Told {
  ask(): Promise<unknown>
  clear(): void
  logout(): void
  heard: string[]
}
type OwnWindow = { one: Told; other: Told; identity: { dispose(): void } }

const SCRIPT = `
  import { Identity } from 'portico'
  const open = () => {
    const identity = new Identity(options)
    const heard = []
    for (const name of ['login', 'logout', 'userChange']) identity.on(name, () => heard.push(name))
    return {
      heard,
      ask: () => identity.hasSession().then(({ userId }) => userId, ({ reason }) => reason),
      clear: () => identity.clearCachedUserSession(),
      logout: () => identity.logout(),
      logIn: () => identity.login({ state: 'of-the-page', preferPopup: true }),
    }
  }
  Object.assign(window, { one: open(), other: open() })
  document.querySelector('button').onclick = () => one.logIn()
`

beforeEach(async () => {
  world.pages.serve('/two', pageWith(ownOptions(world), await bundle(SCRIPT), '<button>Log in</button>'))
  world.pages.serve('/', { body: '<!doctype html><title>Back</title>Back' })
})

async function open(): Promise<Page> {
  const page = await world.page()
  await page.goto(world.pages.url('/two'))
  return page
}

/** Has both ask, and forgets what has come of it. */
async function know(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { one, other } = window as unknown as OwnWindow
    await one.ask()
    await other.ask()
    for (const { heard } of [one, other]) heard.length = 0
  })
  world.sessionCalls()
}

const learn = (page: Page, who: 'one' | 'other' = 'one') =>
  page.evaluate((name) => {
    const asking = (window as unknown as OwnWindow)[name]
    asking.clear()
    return asking.ask()
  }, who)

const hears = (page: Page, name: string, who: 'one' | 'other' = 'other') =>
  page.waitForFunction(
    ([of, wanted]) =>
      (window as never as Record<string, Told>)[of as string]?.heard.includes(wanted as string),
    [who, name],
  )

describe('what one of two identities of a page learns', () => {
  it('reaches the other, with one request for each change: a login, another user, a logout', async () => {
    const page = await open()
    await know(page)
    await startSession(world)
    await learn(page)
    await hears(page, 'login')
    await world.browser.clearCookies()
    await startSession(world, 'matti')
    await learn(page)
    await hears(page, 'userChange')
    await world.browser.clearCookies()
    await learn(page)
    await hears(page, 'logout')
    // The last two waited for their turn, two seconds and more: by then the two would have talked to each other, if they did.
    expect(world.sessionCalls()).toHaveLength(3)
  })

  it('reaches the one that has learned the last change before, in the same way', async () => {
    const page = await open()
    await know(page)
    await startSession(world)
    await learn(page)
    await hears(page, 'login')
    await world.browser.clearCookies()
    await learn(page, 'other')
    await hears(page, 'logout', 'one')
    expect(world.sessionCalls()).toHaveLength(2)
  })
})

describe('a page that logs in by preferPopup', () => {
  it('hears of the login by the page on which the popup ends, though it has never asked', async () => {
    const page = await open()
    const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button').click()])
    await popup.getByTestId('cancel').waitFor()
    await startSession(world)
    await popup.goto(world.pages.url('/two'))
    await popup.evaluate(() => (window as unknown as OwnWindow).one.ask())
    await hears(page, 'login', 'one')
    expect(world.sessionCalls()).toHaveLength(1)
  })
})

describe('listeners of logout that log out', () => {
  it('lead to the logout page once, and back', async () => {
    await startSession(world)
    const script = await bundle(`
      import { Identity } from 'portico'
      const identity = new Identity(options)
      const heard = []
      identity.on('logout', () => identity.logout())
      identity.on('logout', () => heard.push('logout') < 20 && identity.logout())
      window.leave = async () => {
        await identity.isLoggedIn()
        identity.logout()
        return heard
      }
    `)
    world.pages.serve('/leaving', pageWith(ownOptions(world), script))
    const page = await world.page()
    await page.goto(world.pages.url('/leaving'))
    const heard = page.evaluate(() => (window as unknown as { leave(): Promise<string[]> }).leave())
    expect(await heard).toEqual(['logout'])
    await page.waitForURL(world.pages.url('/'))
    expect((await world.browser.cookies()).map(({ name }) => name)).not.toContain('__Host-session-id')
  })
})

describe('a page that asks the identity before it leaves for a refresh', () => {
  it('gets what is known, and leaves', async () => {
    await startSession(world)
    world.emulator.setFaults({ session: 'refresh' })
    const script = await bundle(`
      import { Identity } from 'portico'
      const identity = new Identity({
        ...options,
        async callbackBeforeRedirect() {
          sessionStorage.setItem('said', await identity.isLoggedIn())
        },
      })
      identity.isLoggedIn()
    `)
    world.pages.serve('/refreshing', pageWith(ownOptions(world), script))
    const page = await world.page()
    await Promise.all([
      page.waitForRequest(/session-refresh/),
      page.goto(world.pages.url('/refreshing')).catch(() => undefined),
    ])
    await page.waitForURL(world.pages.url('/'))
    expect(await page.evaluate(() => sessionStorage.getItem('said'))).toBe('false')
  })
})
