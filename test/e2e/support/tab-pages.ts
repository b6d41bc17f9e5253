/** Pages with the full identity and nothing else, told what to do: ten of them open in a moment. */
import type { Page } from 'playwright-core'
import { bundle, ownOptions, pageWith } from './own-page.ts'
import type { World } from './world.ts'

/** What a page has on its window. */
export interface TabWindow {
  /** Asks for the session: the user's number, or the reason why there is none. */
  ask(): Promise<number | string | undefined>
  /** The names of the events so far. */
  heard: string[]
  /** Forgets what is known: the next question goes to the service. */
  clear(): void
  identity: {
    on(name: string, listener: (payload: unknown) => void): unknown
    getSnapshot(): { source?: string }
    enableCacheCookie(): void
    logout(): void
  }
}

const SCRIPT = `
  import { fetchTransport } from 'portico/plugins'
  import { createFullIdentity } from 'portico/presets/full'
  const clientId = new URLSearchParams(location.search).get('client') ?? options.clientId
  const identity = createFullIdentity({ ...options, clientId }, fetchTransport())
  const heard = []
  for (const name of ['login', 'logout', 'userChange', 'notLoggedin', 'error'])
    identity.on(name, () => heard.push(name))
  const ask = () => identity.hasSession().then(({ userId }) => userId, ({ reason }) => reason)
  identity.enableCacheCookie()
  Object.assign(window, { identity, heard, ask, clear: identity.clearCachedUserSession })
`

// Pages with these have a process of their own, and so may crash alone.
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
}

/** A page with it is in the background, as far as its scripts can know. Browsers under automation show every page. */
const HIDE = "Object.defineProperty(Document.prototype, 'visibilityState', { get: () => 'hidden' });"

/**
 * Serves the pages: `/tab`, `/hidden` in the background, `/isolated` in the background and in a process of its own, and
 * `/other-version` with another format of messages.
 */
export async function serveTabs(world: World): Promise<void> {
  const script = await bundle(SCRIPT)
  const other = script.replaceAll('tabs2', 'tabs3')
  if (other === script) throw new Error('the version of the format is not to be found in the bundle')
  const options = ownOptions(world)
  world.pages.serve('/tab', pageWith(options, script))
  world.pages.serve('/hidden', pageWith(options, HIDE + script))
  world.pages.serve('/isolated', { ...pageWith(options, HIDE + script), headers: ISOLATED })
  world.pages.serve('/other-version', pageWith(options, other))
  world.pages.serve('/', { body: '<!doctype html><title>Back</title>Logged out' })
  world.pages.serve('/quiet', { body: '<!doctype html><title>No library</title>' })
}

/** Opens a page; `before` runs before its scripts. */
export async function openTab(world: World, path = '/tab', before?: () => void): Promise<Page> {
  const page = await world.page()
  if (before) await page.addInitScript(before)
  await page.goto(world.pages.url(path))
  return page
}

/** Opens several at once. */
export function openTabs<const Paths extends readonly string[]>(
  world: World,
  paths: Paths,
): Promise<{ [Key in keyof Paths]: Page }> {
  return Promise.all(paths.map((path) => openTab(world, path))) as Promise<{ [Key in keyof Paths]: Page }>
}

/** Has a page ask, and does not wait: whoever asks next gets the same answer. */
export async function beginToAsk(page: Page): Promise<void> {
  await page.evaluate(() => void (window as unknown as TabWindow).ask())
}

/** Has a page ask, and waits until the request is on its way; then the service is quick again. */
export async function beginToAskSlowly(world: World, page: Page, slowMs: number): Promise<void> {
  world.emulator.setFaults({ session: 'slow', slowMs })
  await Promise.all([page.waitForRequest(/\/v2\/session\?/), beginToAsk(page)])
  world.emulator.resetFaults()
}

/** Logs out by a page, and waits until it is back. */
export async function logOut(page: Page): Promise<void> {
  await Promise.all([
    page.waitForResponse(/\/end-session/),
    page.evaluate(() => (window as unknown as TabWindow).identity.logout()),
  ])
  await page.getByText('Logged out').waitFor()
}

/** Asks by a page. */
export function ask(page: Page): Promise<number | string | undefined> {
  return page.evaluate(() => (window as unknown as TabWindow).ask())
}

/** Asks by a page once more, whatever it knows. */
export function askAnew(page: Page): Promise<number | string | undefined> {
  return page.evaluate(() => {
    const tab = window as unknown as TabWindow
    tab.clear()
    return tab.ask()
  })
}

/** The names of the events that a page has heard. */
export function heard(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as TabWindow).heard)
}

/** Waits until a page has heard an event. */
export async function hears(page: Page, name: string): Promise<void> {
  await page.waitForFunction((wanted) => (window as unknown as TabWindow).heard.includes(wanted), name)
}
