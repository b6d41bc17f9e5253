/** What a reader does and sees on the demo sites. */
import type { Locator, Page } from 'playwright-core'
import type { World } from './world.ts'

/** The demo publishers, by the host of their site. */
export type Site = 'www.site.localhost' | 'www.other.localhost'

/** An element by its test id. */
export function by(page: Page, id: string): Locator {
  return page.getByTestId(id)
}

/** Types a text in the place of what stands in a field, key by key, as a reader does. */
export async function type(field: Locator, text: string): Promise<void> {
  await field.press('ControlOrMeta+a')
  await field.pressSequentially(text)
}

/** Waits until an element shows exactly this text. */
export async function sees(page: Page, id: string, text: string): Promise<void> {
  await page
    .locator(`[data-testid="${id}"]`)
    .and(page.getByText(text, { exact: true }))
    .waitFor()
}

/** Waits for a status of the demo page, and gives the names of the events so far. */
export async function eventsAt(page: Page, status: string): Promise<string[]> {
  await sees(page, 'status', status)
  return events(page)
}

/** Waits until the wall before an article has one outcome. */
export const wallIs = (page: Page, outcome: string): Promise<void> =>
  page.locator(`[data-testid=wall][data-outcome=${outcome}]`).waitFor({ timeout: 15_000 })

/** The names of the events on the demo page, in order. */
export function events(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { demoEvents: string[] }).demoEvents)
}

/** Opens a demo site, and waits until it knows who reads it. */
export async function visit(world: World, page: Page, status: string, site?: Site): Promise<void> {
  await page.goto(world.emulator.url(site ?? 'www.site.localhost'))
  await sees(page, 'status', status)
}

/** Logs a test user in by the button of the page that is shown, and comes back to it. */
export async function logIn(page: Page, user = 'ingrid'): Promise<void> {
  const site = new URL('/', page.url()).href
  await by(page, 'log-in').click()
  await by(page, `user-${user}`).click()
  await page.waitForURL(site)
  await sees(page, 'status', 'connected')
}

/** A new page on which a test user has just logged in, by the buttons. */
export async function justLoggedIn(world: World, user = 'ingrid', site?: Site): Promise<Page> {
  const page = await world.page()
  await visit(world, page, 'anonymous', site)
  await logIn(page, user)
  return page
}

/** The client of each site. */
export const CLIENTS = {
  'www.site.localhost': 'harbour-post',
  'www.other.localhost': 'fell-and-fjord',
} as const

/** Logs a test user in, in all of the browser. No page is visited for it, which takes a good part of a test's time. */
export async function startSession(
  world: World,
  user = 'ingrid',
  site: Site = 'www.site.localhost',
): Promise<void> {
  const { cookies } = await world.emulator.loginAs(user, CLIENTS[site], { userAgent: world.userAgent })
  await world.browser.addCookies(cookies)
}

/** The same, with a new page of the front page, which knows the user. */
export async function loggedIn(world: World, user = 'ingrid', site?: Site): Promise<Page> {
  await startSession(world, user, site)
  const page = await world.page()
  await visit(world, page, 'connected', site)
  return page
}

/** Goes to the login page by the instance of the demo page, with options of the test's own. */
export async function logInWith(page: Page, options: Record<string, unknown>): Promise<void> {
  const { state } = await page.evaluate(async () => (await fetch('/login-state', { method: 'POST' })).json())
  await Promise.all([page.waitForURL(/\/interaction\//), leaveBy(page, 'login', { state, ...options })])
}

/** Presses "back". Not until the page has loaded: one that is restored does not load. */
export async function goBack(page: Page): Promise<void> {
  await page.goBack({ waitUntil: 'commit' })
}

/** Goes back by several pages at once. Of its own task: a page that is restored at once would take the answer with it. */
export async function goBackBy(page: Page, pages: number): Promise<void> {
  await page.evaluate((steps) => void setTimeout(() => history.go(-steps)), pages)
}

type DemoWindow = { demoIdentity: Record<string, (...args: unknown[]) => unknown> }

/** Calls a method of the demo page's instance; a rejection becomes the reason of the error, as `!reason`. */
export function call(page: Page, method: string, ...args: unknown[]): Promise<unknown> {
  return page.evaluate(
    async ([name, given]) => {
      const { demoIdentity } = window as unknown as DemoWindow
      try {
        return await demoIdentity[name as string]?.(...(given as unknown[]))
      } catch (error) {
        return `!${(error as { reason: string }).reason}`
      }
    },
    [method, args],
  )
}

/** Calls a method that leaves the page. In a task of its own: the page would take the answer with it. */
export function leaveBy(page: Page, method: string, ...args: unknown[]): Promise<void> {
  return page.evaluate(
    ([name, given]) => {
      const { demoIdentity } = window as unknown as DemoWindow
      setTimeout(() => demoIdentity[name as string]?.(...(given as unknown[])))
    },
    [method, args],
  )
}

/** Stops all that a page does, as Chromium does with tabs that nobody looks at; gives what wakes it. */
export async function freeze({ browser }: World, page: Page): Promise<() => Promise<unknown>> {
  const session = await browser.newCDPSession(page)
  const put = (state: 'frozen' | 'active') => session.send('Page.setWebLifecycleState', { state })
  await put('frozen')
  return () => put('active')
}
