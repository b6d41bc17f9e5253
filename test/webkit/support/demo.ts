/** The ways of a reader on the demo sites. */
import type { Tab } from './tab.ts'
import type { World } from './world.ts'

/** Opens a demo site, and waits until it knows who reads it. */
export async function visit(
  world: World,
  tab: Tab,
  status: string,
  host = 'www.site.localhost',
): Promise<void> {
  await tab.goto(world.emulator.url(host))
  await tab.sees('status', status)
}

/** Logs a test user in by the button of the page that is shown, and comes back to it. */
export async function logIn(tab: Tab, user = 'ingrid'): Promise<void> {
  await tab.click('log-in')
  await tab.click(`user-${user}`)
  await tab.sees('status', 'connected')
}

/** Opens a demo site, and logs a test user in there. */
export async function loggedIn(world: World, tab: Tab, user = 'ingrid', host?: string): Promise<void> {
  await visit(world, tab, 'anonymous', host)
  await logIn(tab, user)
}

/** Opens a demo site, and waits until a click can open a popup: its state has arrived. */
export async function readyForPopup(world: World, tab: Tab): Promise<void> {
  await visit(world, tab, 'anonymous')
  await waitForPopupStates(tab, 1)
}

/** Waits until so many states for popups have arrived at the page that is shown. A popup uses one up. */
export const waitForPopupStates = (tab: Tab, count: number): Promise<void> =>
  tab.until(
    `state ${count} for a popup`,
    // The entry appears once the whole response has arrived. The emulator lists a request earlier.
    (wanted) =>
      performance.getEntriesByType('resource').filter(({ name }) => name.includes('/login-state?popup'))
        .length >= wanted,
    count,
  )
