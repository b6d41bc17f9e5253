/** Tabs of one browser, whose clock the test moves. Each has an identity, and is seen unless the test says that it is hidden. */
import { afterEach, beforeEach, vi } from 'vitest'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import type { AnyPlugin, IdentityCore } from '../../../core/kernel/plugin.ts'
import type { KernelOptions } from '../../../core/options.ts'
import { type LoginApi, login } from '../../../plugins/login/login.ts'
import { type CacheCookieApi, cacheCookie } from '../../../plugins/reporting/cache-cookie.ts'
import { sessionEvents } from '../../../plugins/reporting/session-events.ts'
import { preload } from '../../../plugins/session/preload.ts'
import { type SessionCacheApi, sessionCache } from '../../../plugins/session/session-cache.ts'
import { tabs } from '../../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../../plugins/transport/fetch-transport.ts'
import { type UserApi, user } from '../../../plugins/user/user.ts'
import { type Browser, openBrowser } from '../../support/browser.ts'
import { ADA, NO_SESSION, optionsFor } from '../../support/fixtures.ts'
import { type Answer, json, type Page } from '../../support/page.ts'

/** The name of the lock and of the channel, and what the entries in the local storage begin with. */
export const NAME = 'portico.https://account.example https://id.site.example client-1.tabs2'
export const NOBODY: Answer = json(400, NO_SESSION)

// As in the full preset: the cookie hears of an answer before the tabs do.
const plugins = () =>
  [
    fetchTransport(),
    sessionCache(),
    cacheCookie(),
    preload(),
    tabs(),
    sessionEvents(),
    login(),
    user(),
  ] as const

type TabIdentity = IdentityCore & SessionCacheApi & CacheCookieApi & LoginApi & UserApi

export interface TabOptions extends Partial<KernelOptions> {
  plugins?: AnyPlugin[]
  page?: Page
  isHidden?: boolean
}

export interface Tab {
  page: Page
  identity: TabIdentity
  /** The names of the events so far. */
  heard: string[]
  /** How many requests it has made. */
  calls(): number
}

/** Something happens to a page. News of the storage are that all of it was cleared. */
export function fire({ window }: Page, type: string): void {
  const event = type === 'storage' ? new window.StorageEvent(type, { key: null }) : new window.Event(type)
  // A page that is shown later returns out of the back/forward cache.
  window.dispatchEvent(Object.assign(event, { persisted: type === 'pageshow' }))
}

/** The reader turns to another tab, or the page is loaded in the background. */
export function hide(page: Page): void {
  Object.defineProperty(page.window.document, 'visibilityState', { value: 'hidden', configurable: true })
  fire(page, 'visibilitychange')
}

/** The reader turns to the tab. */
export function show(page: Page): void {
  Object.defineProperty(page.window.document, 'visibilityState', { value: 'visible', configurable: true })
  fire(page, 'visibilitychange')
}

/** The clock goes on, and all that it causes happens: promises, messages and events come to an end. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
}

/** What is to happen at once happens. No time passes. */
export async function settle(): Promise<void> {
  await pass(0)
  await pass(0)
}

/** Time passes until a promise has settled. @returns what it comes to: its value, or what it rejects with */
export async function outcome(promise: Promise<unknown>): Promise<unknown> {
  let ended: { with: unknown } | undefined
  const end = (value: unknown) => {
    ended = { with: value }
  }
  promise.then(end, end)
  while (!ended) await pass(50)
  return ended.with
}

/** Time passes until no tab asks another one any more. */
export const later = (): Promise<void> => pass(11_000)

export interface Tabs {
  /** Their browser, a new one for each test. */
  browser(): Browser
  /** Opens a tab with an identity, whose requests are answered so. */
  tab(answers?: Answer[], options?: TabOptions): Tab
  /** Opens a tab that has been told of a session. */
  knowing(answer?: Answer, options?: TabOptions): Promise<Tab>
}

/** Another tab holds the lock, and will never let it go: the browser has frozen it. */
export function freezeIn(browser: Browser, name: string = NAME): void {
  void browser.tab().window.navigator.locks.request(name, {}, () => new Promise<void>(() => {}))
}

/** Gives each test of a file a browser of its own, and the clock. */
export function useTabs(): Tabs {
  let browser: Browser
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] })
    browser = openBrowser()
  })
  afterEach(() => void vi.useRealTimers())

  const tab: Tabs['tab'] = (answers = [], { plugins: more = [], page, isHidden, ...options } = {}) => {
    const shown = page ?? browser.tab()
    if (isHidden) hide(shown)
    shown.answer(...answers)
    const identity = createIdentity(optionsFor(shown, options), [...plugins(), ...more])
    const heard: string[] = []
    for (const name of ['login', 'logout', 'userChange', 'notLoggedin', 'error'] as const)
      identity.on(name, () => void heard.push(name))
    return { page: shown, identity, heard, calls: () => shown.requests.length }
  }

  return {
    browser: () => browser,
    tab,
    async knowing(answer = json(200, ADA), options) {
      const opened = tab([answer], options)
      await outcome(opened.identity.hasSession())
      // Nothing that a test does next happens in the same millisecond.
      await pass(1)
      opened.heard.length = 0
      return opened
    },
  }
}
