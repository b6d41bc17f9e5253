/** The order of the list of plugins has no meaning: whatever it is, a reader's visit goes the same way. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type AnyPlugin, createIdentity, type EventName, SDKError, type Session } from '../../core/index.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { createFullIdentity, type FullIdentity } from '../../presets/full.ts'
import { PLUGINS } from '../plugins/all-plugins.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import { ADA, GRACE, NO_SESSION, optionsFor } from '../support/fixtures.ts'
import { comeBack, json, leave, openPage, text } from '../support/page.ts'
import { createRandom } from '../support/random.ts'
import { EVENTS } from '../support/session-model.ts'

const SEEDS = Array.from({ length: 12 }, (_, index) => index + 1)
const NOW = 1_700_000_000_000

/** Every plugin, with one of the two transports. */
const allPlugins = (): AnyPlugin[] =>
  PLUGINS.filter(([file]) => file !== 'ofetch-transport').map(([, factory]) => factory())

/** The list in another order, by a seed. */
function shuffled(plugins: AnyPlugin[], seed: number): AnyPlugin[] {
  const random = createRandom(seed)
  return plugins
    .map((plugin) => ({ plugin, place: random.fraction() }))
    .sort((one, other) => one.place - other.place)
    .map(({ plugin }) => plugin)
}

/** What an event tells, in a word or two. */
function words(payload: unknown): string {
  if (!payload) return `${payload}`
  const { reason, status, source, session, operation, outcome, ms, givenName }: Record<string, unknown> = {
    ...payload,
  }
  if (operation) return `${operation} ${outcome}, ${source}, ${reason}, ${ms} ms`
  if (status) return `${status}, ${source}, ${reason}, ${words(session)}`
  return `${SDKError.is(payload) ? reason : givenName}`
}

/** A tab in which everything that a page can see of an identity is written down. */
function openTab(browser: Browser, plugins: AnyPlugin[]) {
  const page = browser.tab()
  const heard: Record<string, string[]> = {}
  // The compiler does not know the methods of plugins whose order is only known when they are composed.
  const lines: string[] = []
  const options = optionsFor(page, { log: (line) => void lines.push(line) })
  const identity = createIdentity(options, plugins) as FullIdentity
  for (const name of [...EVENTS, 'snapshot', 'measured'] as EventName[]) {
    heard[name] = []
    identity.on(name, (payload) => heard[name]?.push(words(payload)))
  }
  identity.enableCacheCookie()
  const seen = () => ({
    heard,
    lines: lines.sort(),
    requests: page.requests.map(({ pathname }) => pathname),
    navigations: page.navigations.map((url) => new URL(url).pathname),
    snapshot: identity.getSnapshot(),
    cookie: page.window.document.cookie,
    kept: { ...page.window.sessionStorage },
    reported: page.reported,
  })
  return { page, identity, seen }
}

/** How a call has ended, in a word. */
const outcomeOf = (call: Promise<Session>) =>
  call.then(
    ({ givenName }) => givenName,
    ({ reason }) => reason,
  )

/** Lets the tabs hear of each other, and what waits for a moment go on. */
const pass = (ms = 100) => vi.advanceTimersByTimeAsync(ms)

/** A reader's visit, and all that was seen of it. */
async function visit(compose: () => AnyPlugin[]) {
  vi.setSystemTime(NOW)
  const browser = openBrowser()
  const { page, identity, seen } = openTab(browser, compose())
  const outcomes: unknown[] = []
  const ask = async () => {
    outcomes.push(
      await Promise.all([outcomeOf(identity.hasSession()), pass(1000)]).then(([outcome]) => outcome),
    )
  }
  const askAnew = () => {
    identity.clearCachedUserSession()
    return ask()
  }

  // A first call, and one that the cache answers.
  page.answer(json(200, ADA))
  await ask()
  await ask()
  // Nobody is logged in.
  page.answer(json(400, NO_SESSION))
  await askAnew()
  // The service fails, and is spared for a while.
  page.answer(text(503, ''))
  await askAnew()
  const { reason, retryAt }: SDKError = await identity.hasSession().catch((error) => error)
  outcomes.push(reason)
  await pass((retryAt ?? 0) - Date.now())
  page.answer(json(200, ADA))
  await ask()
  // Somebody else logs in, in another tab.
  const other = openTab(browser, compose())
  other.page.answer(json(200, GRACE))
  await Promise.all([other.identity.hasSession(), pass()])
  await pass(5000)
  outcomes.push(identity.getSnapshot().session?.givenName)
  // The cookie is refreshed.
  page.answer(json(200, { redirectURL: '/refresh' }))
  await askAnew()
  await ask()
  leave(page)
  page.answer(json(200, GRACE))
  comeBack(page)
  await ask()
  // The reader logs out, comes back, and logs in again.
  identity.logout()
  await pass()
  leave(page)
  page.answer(json(400, NO_SESSION))
  comeBack(page)
  await ask()
  // The page clears the session as soon as it hears of it.
  identity.once('login', () => identity.clearCachedUserSession())
  page.answer(json(200, ADA), json(200, ADA))
  await askAnew()
  await ask()

  const all = { outcomes, tab: seen(), other: other.seen(), shared: { ...browser.storage } }
  identity.dispose()
  other.identity.dispose()
  await browser.close()
  return all
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'performance'] })
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('in any order of its plugins', () => {
  it('the visit is one on which there is much to see', async () => {
    const { outcomes, tab, other } = await visit(allPlugins)
    expect(outcomes).toEqual([
      ...['Ada', 'Ada', 'session-missing', 'session-unreachable', 'session-unreachable', 'Ada', 'Grace'],
      ...['Grace', 'Grace', 'Grace', 'session-missing', 'Ada', 'Ada'],
    ])
    // The cache, the pause, the other tab and the page that is being left have kept requests from the service.
    expect(tab.requests).toHaveLength(9)
    expect(other.requests).toHaveLength(1)
    expect(tab.navigations).toEqual(['/refresh', '/logout'])
    expect(tab.heard).toMatchObject({
      login: ['Ada', 'Ada', 'Ada', 'Grace', 'Grace', 'Ada', 'Ada'],
      logout: ['null', 'null'],
      userChange: ['Grace'],
      error: ['session-missing', 'session-unreachable', 'session-unreachable', 'session-missing'],
    })
    expect(other.heard).toMatchObject({ login: ['Grace', 'Ada'], logout: ['null'] })
    expect(tab.snapshot).toMatchObject({ status: 'connected', source: 'network', session: ADA })
    expect(other.snapshot).toMatchObject({ status: 'connected', source: 'tab', session: ADA })
    expect(tab.cookie).toBe('SP_ID=sp-ada')
    expect([...tab.reported, ...other.reported]).toEqual([])
  })

  it.each(SEEDS)('an identity does, and tells, the same: seed %d', async (seed) => {
    const expected = await visit(allPlugins)
    expect(await visit(() => shuffled(allPlugins(), seed))).toEqual(expected)
  })

  it('the list is that of the full identity, and more', () => {
    const names: string[] = []
    const look: AnyPlugin = {
      name: 'look',
      setup: ({ plugins }) => void names.push(...plugins.map(({ name }) => name)),
    }
    createFullIdentity({ ...optionsFor(openPage()), plugins: [look] }, fetchTransport())
    const own = ['look', 'console-findings', 'redirectUri']
    expect(allPlugins().map(({ name }) => name)).toEqual(
      expect.arrayContaining(names.filter((name) => !own.includes(name))),
    )
    expect(names.length).toBeGreaterThan(20)
  })
})
