/**
 * What tabs tell each other goes through a channel and a storage that all pages of the origin can write, and by a clock that is
 * set. None of it logs a reader out for long, makes a call wait for ever, or has the service asked in storms.
 */
import { describe, expect, it, vi } from 'vitest'
import type { Session } from '../../core/index.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { fire, hide, NOBODY, pass, settle, useTabs } from '../plugins/tabs/tab-page.ts'
import { ADA, GRACE, NO_SESSION } from '../support/fixtures.ts'
import { type Answer, json, type Page } from '../support/page.ts'
import { EVENTS, fullOn, SESSION_KEY } from './full.ts'

/** The name of the lock and of the channel, and what the entries in the local storage begin with. */
const NAME = 'portico.https://account.example https://id.site.example client-1.tabs2'

const { browser } = useTabs()

/** A tab whose service answers each request alike. */
function open(answer: Answer = json(200, ADA), { isHidden = false, page = browser().tab() } = {}) {
  if (isHidden) hide(page)
  const requests: number[] = []
  const fetch = async (url: string, { signal }: { signal: AbortSignal }) => {
    requests.push(Date.now())
    return answer(new URL(url), signal)
  }
  Object.defineProperty(page.window, 'fetch', { value: fetch, configurable: true })
  const identity = fullOn(page, {}, fetchTransport())
  const heard: string[] = []
  for (const event of EVENTS) identity.on(event, () => void heard.push(event))
  return { page, identity, requests, heard }
}

/** The same, told of its session. */
async function knowing(...given: Parameters<typeof open>) {
  const opened = open(...given)
  await opened.identity.hasSession().catch(() => {})
  await settle()
  opened.heard.length = 0
  return opened
}

/** Any page of the origin says something on the channel. */
async function say(...messages: unknown[]): Promise<void> {
  const { BroadcastChannel } = browser().tab().window as unknown as {
    BroadcastChannel: typeof globalThis.BroadcastChannel
  }
  const channel = new BroadcastChannel(NAME)
  for (const message of messages) channel.postMessage(message)
  await settle()
  channel.close()
}

/** Any page of the origin writes to the local storage. */
function write(name: 'mark' | 'leaving', value: unknown, by: Page): void {
  by.window.localStorage.setItem(`${NAME}.${name}`, JSON.stringify({ value, expiresAt: Date.now() + 10_000 }))
}

const times = () => ({ askedAt: Date.now(), expiresAt: Date.now() + 60_000 })

const MISSING = { code: 400, reason: 'session-missing' }

/** What no tab of ours sends. */
const FORGED: [string, () => unknown][] = [
  [
    'that nobody is logged in, for ever',
    () => ({ session: null, error: MISSING, askedAt: 9e15, expiresAt: 9e15 }),
  ],
  [
    'an answer of the future that nobody is logged in',
    () => ({ reading: { session: null, error: MISSING, askedAt: 9e15, expiresAt: 9e15 } }),
  ],
  [
    'an answer for ever that nobody is logged in',
    () => ({ reading: { session: null, error: MISSING, askedAt: Date.now(), expiresAt: 9e15 } }),
  ],
  ['an answer without a session', () => ({ reading: { ...times() } })],
  ['an answer whose session is a list', () => ({ reading: { session: [ADA], ...times() } })],
  [
    'an answer of another format',
    () => ({ type: 'answer', answer: { status: 400, body: NO_SESSION, ...times() } }),
  ],
  [
    'an answer that is over',
    () => ({ reading: { session: null, error: MISSING, askedAt: 0, expiresAt: 1 } }),
  ],
  ['a question of another kind', () => 'questions'],
]

describe('a forged message', () => {
  it.each(FORGED)('%s: means nothing to a tab that knows its reader', async (_, message) => {
    const { identity, heard, requests } = await knowing()
    await say(...Array.from({ length: 50 }, message))
    expect(heard).toEqual([])
    expect(await identity.hasSession()).toEqual(ADA)
    identity.clearCachedUserSession()
    expect(await identity.hasSession()).toEqual(ADA)
    expect(requests).toHaveLength(2)
  })

  it.each(FORGED)('%s: means nothing to a hidden tab that waits for its turn', async (_, message) => {
    const { locks } = browser().tab().window.navigator
    void locks.request(NAME, { ifAvailable: true }, () => new Promise<void>(() => {}))
    const { identity, requests } = open(json(200, ADA), { isHidden: true })
    const pending = identity.hasSession()
    await settle()
    await say(message())
    // It waits still.
    expect(requests).toEqual([])
    await pass(10_000)
    expect(await pending).toEqual(ADA)
    expect(requests).toHaveLength(1)
  })

  it.each<[string, object]>([
    ['as the service would', { session: null, error: MISSING }],
    ['without a failure', { session: { result: false, expiresIn: 9e9 } }],
    ['with a user who is none', { session: { userId: ' ', expiresIn: 9e9 } }],
  ])(
    'that could be true, and says %s that nobody is logged in, is believed for ten seconds',
    async (_, lie) => {
      const { identity, heard, requests } = await knowing()
      await pass(1)
      const attacker = browser().tab()
      const expiresAt = Date.now() + 2_000_000_000
      await say({ reading: { ...lie, askedAt: Date.now(), expiresAt } })
      write('mark', { changedAt: Date.now(), user: '' }, attacker)
      await settle()
      expect(heard).toContain('logout')
      expect(await identity.isLoggedIn()).toBe(false)
      expect(requests).toHaveLength(1)
      await pass(10_000)
      expect(await identity.isLoggedIn()).toBe(true)
      expect(requests).toHaveLength(2)
    },
  )
})

/** How often a service is asked in a minute in which something happens so many times a second. */
async function inAMinute(perSecond: number, happen: (time: number) => void): Promise<void> {
  for (let time = 0; time < 60 * perSecond; time++) {
    happen(time)
    await vi.advanceTimersByTimeAsync(1000 / perSecond)
  }
  await settle()
}

describe('a storm', () => {
  it('of marks, fifty a second, makes an idle tab ask twelve times a minute', async () => {
    const { requests } = await knowing()
    requests.length = 0
    const attacker = browser().tab()
    await inAMinute(50, (time) =>
      write('mark', { changedAt: Date.now(), user: `${time} connected` }, attacker),
    )
    expect(requests.length).toBeGreaterThan(0)
    // Each call asks once more where the user changes meanwhile.
    expect(requests.length).toBeLessThanOrEqual(2 * 12)
  })

  it('of logouts on their way makes no tab ask', async () => {
    const { requests, heard } = await knowing()
    requests.length = 0
    const attacker = browser().tab()
    await inAMinute(50, (time) => {
      write('leaving', 1, attacker)
      write('mark', { changedAt: Date.now(), user: time % 2 ? '' : '7 connected' }, attacker)
    })
    expect(heard).toContain('logout')
    expect(requests).toEqual([])
  })

  it('of turns to a tab whose mark is somebody else’s makes it ask a few times a minute', async () => {
    const { page, requests } = await knowing()
    requests.length = 0
    await inAMinute(50, (time) => {
      browser().storage[`${NAME}.mark`] = JSON.stringify({
        value: { changedAt: Date.now(), user: `${time} connected` },
        expiresAt: Date.now() + 9e5,
      })
      fire(page, 'visibilitychange')
    })
    expect(requests.length).toBeGreaterThan(0)
    expect(requests.length).toBeLessThanOrEqual(2 * 6)
  })

  it.each([
    ['with', true],
    ['without', false],
  ])('of two tabs %s a channel whose answers disagree ends', async (_, hasChannel) => {
    const pages = [browser().tab(), browser().tab()]
    if (!hasChannel)
      for (const { window } of pages) Object.defineProperty(window, 'BroadcastChannel', { value: undefined })
    const readers: Session[] = [ADA, GRACE]
    const opened = readers.map((reader, index) => open(json(200, reader), { page: pages[index] as Page }))
    for (const { identity } of opened) {
      await identity.hasSession()
      await pass(1)
    }
    await inAMinute(10, () => {})
    for (const { requests } of opened) expect(requests.length).toBeLessThanOrEqual(2 * 7)
    for (const { requests } of opened) requests.length = 0
    await inAMinute(10, () => {})
    for (const { requests } of opened) expect(requests.length).toBeLessThanOrEqual(2)
  })
})

describe('a browser whose locks never answer', () => {
  it.each([
    ['seen', false, 1],
    ['hidden', true, 9000],
  ])('has its readers known on a page that is %s', async (_, isHidden, withinMs) => {
    const page = browser().tab()
    Object.defineProperty(page.window.navigator, 'locks', { value: { request: () => new Promise(() => {}) } })
    const { identity } = open(json(200, ADA), { isHidden, page })
    const known = vi.fn()
    identity.hasSession().then(known)
    await pass(withinMs)
    expect(known).toHaveBeenCalledExactlyOnceWith(ADA)
    await pass(10_000)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('a clock that was set back', () => {
  it('by an hour keeps no session of five seconds for longer', async () => {
    const { identity, requests } = await knowing(json(200, { ...ADA, expiresIn: 5000 }))
    vi.setSystemTime(Date.now() - 3_600_000)
    await identity.hasSession()
    expect(requests).toHaveLength(2)
  })

  it('by an hour keeps no session of five seconds for the next page, either', async () => {
    const { identity, page } = await knowing(json(200, { ...ADA, expiresIn: 5000 }))
    expect(page.window.sessionStorage.getItem(SESSION_KEY)).toContain('uuid-ada')
    identity.dispose()
    vi.setSystemTime(Date.now() - 3_600_000)
    const next = open(json(200, GRACE), { page })
    expect(await next.identity.hasSession()).toEqual(GRACE)
  })

  it.each([
    ['seen', false],
    ['hidden', true],
  ])('by eight seconds after a change of user logs nobody out of a tab that is %s', async (_, isHidden) => {
    const before = await knowing(NOBODY)
    await pass(1000)
    before.identity.dispose()
    await knowing()
    vi.setSystemTime(Date.now() - 8000)
    const { identity, requests } = open(json(200, ADA), { isHidden })
    const pending = identity.hasSession()
    await pass(4000)
    expect(await pending).toEqual(ADA)
    expect(requests.length).toBeGreaterThan(0)
  })

  it('by an hour makes no tab ask more than twice for one answer', async () => {
    await knowing()
    vi.setSystemTime(Date.now() - 3_600_000)
    const { identity, requests } = open(json(200, GRACE))
    expect(await identity.hasSession()).toEqual(GRACE)
    expect(requests.length).toBeLessThanOrEqual(2)
  })
})
