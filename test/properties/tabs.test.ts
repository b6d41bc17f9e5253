/** Whatever the reader does in whichever tab, and however a page came to know of them: all tabs agree with the service. */
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { Session } from '../../core/session/types.ts'
import { login } from '../../plugins/login/login.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { status } from '../../plugins/reporting/status.ts'
import { preload } from '../../plugins/session/preload.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { tabs } from '../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { fire, hide, show } from '../plugins/tabs/tab-page.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import { ADA, GRACE, NO_SESSION, NOT_CONNECTED, optionsFor } from '../support/fixtures.ts'
import type { Page } from '../support/page.ts'
import { addressOf } from '../support/session-address.ts'
import { RUNS } from './runs.ts'

type Reader = Session | null

/** How a page learns of its reader first: by asking, from its server, or by a script in its head. */
const WAYS = ['plain', 'server', 'head'] as const

type Step =
  /** `isSlow`: the library comes later than what is done next. */
  | { do: 'open' | 'go on'; tab: number; way: (typeof WAYS)[number]; isSlow: boolean }
  | { do: 'ask' | 'log out' | 'sleep' | 'wake' | 'hide' | 'show'; tab: number }
  | { do: 'log in'; tab: number; reader: Session; way: (typeof WAYS)[number] }
  | { do: 'wait'; ms: number }

const tab = fc.nat({ max: 2 })
const way = fc.constantFrom(...WAYS)
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('open' as const, 'go on' as const), tab, way, isSlow: fc.boolean() }),
  { weight: 2, arbitrary: fc.record({ do: fc.constant('ask' as const), tab }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('sleep' as const, 'wake' as const), tab }) },
  fc.record({ do: fc.constantFrom('hide' as const, 'show' as const), tab }),
  fc.record({ do: fc.constant('log out' as const), tab }),
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('log in' as const),
      tab,
      way,
      reader: fc.constantFrom(ADA, GRACE, NOT_CONNECTED),
    }),
  },
  fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 1, max: 15_000 }) }),
)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

// News that go on are heeded with breaks of up to five minutes.
const LONGEST_BREAK_MS = 305_000

/** Lets promises, messages and events come to an end, and waits for as long as a tab waits for another one's reply. */
async function settle(): Promise<void> {
  for (let round = 0; round < 5; round++) {
    for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
    await vi.advanceTimersByTimeAsync(100)
  }
}

/** A tab, and the identity of its page, once the library is there. */
interface Tab {
  page: Page
  identity?: ReturnType<typeof compose>
  isAsleep: boolean
}

const compose = (page: Page) =>
  createIdentity(optionsFor(page), [
    login(),
    sessionCache(),
    status(),
    fetchTransport(),
    preload(),
    tabs(),
    sessionEvents(),
  ])

/** A reader's browser, and the service that knows who they are. */
class World {
  readonly tabs: Tab[] = []
  readonly #browser: Browser = openBrowser()
  #reader: Reader = null

  #answer = async () =>
    this.#reader
      ? new Response(JSON.stringify(this.#reader), { headers: { 'content-type': 'application/json' } })
      : new Response(JSON.stringify(NO_SESSION), { status: 400 })

  /** The tab shows another page, whose server or head may know something long before the library is there. */
  async load(tab: Tab, way: (typeof WAYS)[number]): Promise<void> {
    fire(tab.page, 'pagehide')
    tab.identity?.dispose()
    const { window: left } = tab.page
    Object.assign(tab, { page: this.#browser.tab(), identity: undefined, isAsleep: false })
    const { window } = tab.page
    for (const [name, value] of Object.entries({ ...left.sessionStorage }))
      window.sessionStorage.setItem(name, value)
    const madeAt = Date.now()
    const dispatch = window.dispatchEvent.bind(window)
    const own = {
      fetch: this.#answer,
      performance: { now: () => Date.now() - madeAt },
      dispatchEvent: (event: Event) => (tab.isAsleep && event.type === 'storage') || dispatch(event),
    }
    for (const [name, value] of Object.entries(own))
      Object.defineProperty(window, name, { value, configurable: true })

    const { sig: _, sp_id: __, ...facts } = this.#reader ?? {}
    if (way === 'server' && this.#reader) Object.assign(window, { porticoHead: ['', madeAt + 60_000, facts] })
    const isKept = Object.keys(window.sessionStorage).some((name) => name.endsWith('.session'))
    if (way === 'head' && !isKept)
      Object.assign(window, { porticoHead: [await addressOf(tab.page), madeAt, this.#answer()] })
  }

  async open(way: (typeof WAYS)[number]): Promise<void> {
    const tab: Tab = { page: this.#browser.tab(), isAsleep: false }
    this.tabs.push(tab)
    await this.load(tab, way)
  }

  async ask(tab: Tab): Promise<void> {
    tab.identity ??= compose(tab.page)
    let hasEnded = false
    void tab.identity
      .hasSession()
      .catch(() => {})
      .finally(() => void (hasEnded = true))
    // A hidden page may wait for another tab, for four seconds and no longer.
    for (let round = 0; round === 0 || (!hasEnded && round < 10); round++) await settle()
    expect(hasEnded).toBe(true)
  }

  async logIn(tab: Tab, reader: Session, way: (typeof WAYS)[number]): Promise<void> {
    tab.identity ??= compose(tab.page)
    tab.identity.login({ state: 'state' })
    this.#reader = reader
    await this.load(tab, way)
    await this.ask(tab)
  }

  async logOut(tab: Tab): Promise<void> {
    tab.identity?.logout()
    await settle()
    this.#reader = null
    await this.load(tab, 'plain')
    await this.ask(tab)
  }

  /** Each page that is awake is told what is true, if not at once. */
  async check(): Promise<void> {
    for (let waitedMs = 0; waitedMs < LONGEST_BREAK_MS && !this.#agrees(); waitedMs += 5000)
      await vi.advanceTimersByTimeAsync(5000)
    this.#compare()
  }

  #agrees(): boolean {
    try {
      this.#compare()
      return true
    } catch {
      return false
    }
  }

  /** Compares what each page that is awake has been told with what is true. */
  #compare(): void {
    const { userId, result } = this.#reader ?? {}
    const status = userId ? (result ? 'connected' : 'notConnected') : 'loggedOut'
    for (const { identity, isAsleep } of this.tabs) {
      if (!identity || isAsleep) continue
      const snapshot = identity.getSnapshot()
      expect([snapshot.status, snapshot.session?.userId]).toEqual([status, userId])
    }
  }

  async end(): Promise<void> {
    for (const { identity } of this.tabs.splice(0)) identity?.dispose()
    await this.#browser.close()
  }
}

async function take(world: World, step: Step): Promise<void> {
  if (step.do === 'wait') return void (await vi.advanceTimersByTimeAsync(step.ms))
  if (step.do === 'open' && world.tabs.length < 3) await world.open(step.way)
  const tab = (step.do === 'open' ? world.tabs.at(-1) : world.tabs[step.tab % world.tabs.length]) as Tab
  if (step.do === 'wake' && tab.isAsleep) {
    tab.isAsleep = false
    fire(tab.page, 'pageshow')
  }
  if (tab.isAsleep) return
  if (step.do === 'hide') hide(tab.page)
  if (step.do === 'show') show(tab.page)
  if (step.do === 'go on') await world.load(tab, step.way)
  if (step.do === 'ask' || ('isSlow' in step && !step.isSlow)) await world.ask(tab)
  if (step.do === 'log in') await world.logIn(tab, step.reader, step.way)
  if (step.do === 'log out' && tab.identity) await world.logOut(tab)
  if (step.do === 'sleep') {
    tab.isAsleep = true
    fire(tab.page, 'pagehide')
  }
}

describe('the tabs of a reader', () => {
  it(
    'agree with the service on who reads, whatever was done in whichever of them',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 20 }), async (steps) => {
          const world = new World()
          try {
            for (let tabs = 0; tabs < 2; tabs++) await world.open('plain')
            for (const next of steps) {
              await take(world, next)
              await settle()
              await world.check()
            }
          } finally {
            await world.end()
          }
        }),
      )
      // Days of many tabs go by, minute by minute.
    },
    600 * RUNS,
  )
})
