/**
 * Every fault of the session service, with every state of the storage, at every moment: the outcome is a session or an
 * SDKError with the right reason, within the time-out, and the next good answer heals. Generated, not listed.
 */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SDKErrorReason } from '../../core/index.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ofetchTransport } from '../../plugins/transport/ofetch-transport.ts'
import { ADA, GRACE, NO_SESSION } from '../support/fixtures.ts'
import { type Answer, broken, hanging, json, leave, openPage, type Page, text } from '../support/page.ts'
import { fullOn, runHeadStart } from './full.ts'

const TIMEOUT_MS = 20_000
const LEAVING_MS = 250
const FIVE_MINUTES_MS = 300_000
const HUGE = JSON.stringify({ ...ADA, padding: 'x'.repeat(10_000_000) })

/** A body of which a part comes, and then the connection breaks. */
const cutOff: Answer = () =>
  new Response(
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"userId":101,'))
      },
      pull: (stream) => stream.error(new TypeError('connection reset')),
    }),
  )

const slow: Answer = () =>
  new Promise((resolve) => void setTimeout(() => resolve(new Response(JSON.stringify(ADA))), 7000))

/** A body without end, as fast as it is read. */
const endless: Answer = () => {
  const chunk = new Uint8Array(65_536).fill(32)
  let count = 0
  // It has to end here, where somebody reads on and on.
  const pull = (stream: ReadableStreamDefaultController) =>
    count++ < 1000 ? stream.enqueue(chunk) : stream.error(new Error('read without a limit'))
  return new Response(new ReadableStream({ pull }))
}

/** A body without end, a byte at a time. */
const dripping: Answer = (_, signal) =>
  new Response(
    new ReadableStream({
      async pull(stream) {
        await new Promise((resolve) => {
          setTimeout(resolve, 1000)
          signal.addEventListener('abort', resolve)
        })
        if (signal.aborted) stream.error(signal.reason)
        else stream.enqueue(new Uint8Array([32]))
      },
    }),
  )

/** Says when to come back, where the page may read it. */
const backLater: Answer = () => new Response('', { status: 503, headers: { 'retry-after': '600' } })

const DEEP = `${JSON.stringify(ADA).slice(0, -1)},"deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`

interface Fault {
  answer: Answer
  /** How often the service is asked: after a broken connection, twice. */
  requests: number
  /** What a caller learns; nothing when it gets a session after all. */
  reason?: SDKErrorReason
}

const FAULTS: Record<string, Fault> = {
  down: { answer: broken, requests: 2, reason: 'session-unreachable' },
  slow: { answer: slow, requests: 1 },
  hanging: { answer: hanging, requests: 1, reason: 'timeout' },
  dripping: { answer: dripping, requests: 1, reason: 'timeout' },
  'reset mid-body': { answer: cutOff, requests: 2, reason: 'session-unreachable' },
  'status 400': { answer: json(400, NO_SESSION), requests: 1, reason: 'session-missing' },
  'status 401': { answer: text(401, ''), requests: 1, reason: 'session-refused' },
  'status 404': { answer: text(404, '<h1>Not found'), requests: 1, reason: 'session-refused' },
  'status 429': { answer: text(429, ''), requests: 1, reason: 'session-refused' },
  'status 500': { answer: text(500, 'oops'), requests: 1, reason: 'session-unreachable' },
  'status 503': { answer: json(503, ADA), requests: 1, reason: 'session-unreachable' },
  'status 503, back in ten minutes': { answer: backLater, requests: 1, reason: 'session-unreachable' },
  HTML: { answer: text(200, '<!doctype html><title>Portal'), requests: 1, reason: 'session-malformed' },
  empty: { answer: text(200, ''), requests: 1, reason: 'session-malformed' },
  'huge (10 MB)': { answer: text(200, HUGE), requests: 1, reason: 'session-malformed' },
  endless: { answer: endless, requests: 1, reason: 'session-malformed' },
  '100 000 levels deep': { answer: text(200, DEEP), requests: 1 },
  'of no object': { answer: json(200, [ADA]), requests: 1, reason: 'session-malformed' },
  'of loose types': { answer: json(200, { ...ADA, userId: '101', sp_id: [], result: 'yes' }), requests: 1 },
  'asking for a redirect': {
    answer: json(200, { redirectURL: '/refresh' }),
    requests: 1,
    reason: 'session-refreshing',
  },
}

const STORAGES = ['fine', 'full', 'denied', 'cleared in between'] as const
const MOMENTS = ['first call', 'cached', 'in flight', 'after logout'] as const
const STARTS = ['the library', 'the head'] as const
const TRANSPORTS = { fetch: fetchTransport, ofetch: ofetchTransport }

type Storage = (typeof STORAGES)[number]
type Moment = (typeof MOMENTS)[number]

const COMBINATIONS = Object.keys(FAULTS).flatMap((fault) =>
  STORAGES.flatMap((storage) =>
    MOMENTS.flatMap((moment) =>
      STARTS.flatMap((start) =>
        Object.keys(TRANSPORTS).map((transport) => ({ fault, storage, moment, start, transport })),
      ),
    ),
  ),
)

/** What should come of it: the reason, or the user of the session; and how often the service is asked. */
function oracle(fault: string, storage: Storage, moment: Moment): { outcome: string; requests: number } {
  // What was kept, in the storage or in memory, needs no service.
  if (moment === 'cached' && storage !== 'cleared in between') return { outcome: 'Ada', requests: 0 }
  const { reason = 'Ada', requests } = FAULTS[fault] as Fault
  if (reason !== 'session-refreshing') return { outcome: reason, requests }
  // Without storage a loop could not be noticed; while the page is left, the session known so far stands.
  if (storage === 'full' || storage === 'denied') return { outcome: 'refresh-failed', requests }
  return { outcome: moment === 'cached' ? 'Ada' : reason, requests }
}

/** Outcomes that hold for a while: a session, the knowledge that there is none, a page that is being left. */
const LASTING = ['Ada', 'session-missing', 'session-refreshing']

/** Outcomes after which the service is spared for a while. */
const PAUSING = ['timeout', 'session-unreachable', 'session-malformed', 'session-refused']

/** Longer than a pause is that the service does not state. */
const PAUSE_MS = 146_000
const STATED_PAUSE_MS = 900_000

function breakStorage(page: Page, storage: Storage) {
  for (const area of ['sessionStorage', 'localStorage'] as const) breakArea(page, storage, area)
}

function breakArea(page: Page, storage: Storage, area: 'sessionStorage' | 'localStorage') {
  const real = page.window[area]
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  const full = new Proxy(real, {
    get: (target, key) => {
      if (key === 'setItem') return refuse
      const member = Reflect.get(target, key)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  if (storage === 'full' || storage === 'denied')
    Object.defineProperty(page.window, area, {
      get: () => (storage === 'full' ? full : refuse()),
    })
}

let tried = 0

describe('a session service that is', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  afterAll(() => {
    console.log(`faults: ${tried} combinations of service, storage, moment, start and transport tried`)
  })

  /** Waits for a promise, by the test's clock; gives the given name or the reason, and the time that it took. */
  async function settle(
    promise: Promise<{ givenName?: string }>,
  ): Promise<[outcome: string, tookMs: number]> {
    const started = Date.now()
    let outcome = ''
    let endedAt = 0
    const end = (what: unknown) => {
      outcome = `${what}`
      endedAt = Date.now()
    }
    promise.then(
      (session) => end(session.givenName),
      (error) => end(error.name === 'SDKError' ? error.reason : `no SDKError: ${error}`),
    )
    // A body takes turns of the event loop besides the clock's.
    for (let turn = 0; !outcome && turn < 200; turn++) {
      await vi.advanceTimersByTimeAsync(turn < 20 ? 0 : 250)
    }
    return [outcome || 'nothing', endedAt - started]
  }

  it.for(COMBINATIONS)(
    '$fault; storage $storage; $moment; started by $start; by $transport',
    async ({ fault, storage, moment, start, transport }, { task }) => {
      tried++
      const page = openPage()
      Object.assign(page.window, { setTimeout, clearTimeout })
      breakStorage(page, storage)
      const clear = () => {
        if (storage !== 'cleared in between') return
        page.window.sessionStorage.clear()
        page.window.localStorage.clear()
      }
      const load = () => {
        if (start === 'the head') runHeadStart(page)
      }
      const identity = fullOn(page, {}, TRANSPORTS[transport as keyof typeof TRANSPORTS]())
      const errors: string[] = []
      identity.on('error', ({ reason }) => errors.push(reason))

      if (moment === 'cached' || moment === 'after logout') {
        page.answer(json(200, ADA))
        load()
        expect((await settle(identity.hasSession()))[0]).toBe('Ada')
        if (moment === 'after logout') {
          identity.logout()
          leave(page)
        }
        clear()
      }
      const before = page.requests.length
      const { outcome, requests: own } = oracle(fault, storage, moment)
      // With the tab's number gone the call is another than the head's: that answer is nobody's.
      const isLost = start === 'the head' && storage === 'cleared in between' && /^(first|in)/.test(moment)
      const requests = own + (isLost ? 1 : 0)
      // For `npm run verify abuse`, which counts them.
      Object.assign(task.meta, { fault, outcome })
      const { answer } = FAULTS[fault] as Fault
      const signals: AbortSignal[] = []
      const watched: Answer = (url, signal) => {
        signals.push(signal)
        return answer(url, signal)
      }
      page.answer(...Array.from({ length: requests }, () => watched))

      // What is kept in memory alone is not known to the head of the page.
      if (moment !== 'cached') load()
      const call = identity.hasSession()
      if (moment === 'in flight') expect(identity.hasSession()).toBe(call)
      if (moment === 'first call' || moment === 'in flight') clear()
      const [got, tookMs] = await settle(call)
      expect(got).toBe(outcome)
      expect(tookMs).toBeLessThanOrEqual(TIMEOUT_MS)
      expect(page.requests.length - before).toBe(requests)
      expect(errors).toEqual(/Ada|session-refreshing/.test(outcome) ? [] : [outcome])
      if (outcome === 'timeout') expect(signals.at(-1)?.aborted).toBe(true)

      if (PAUSING.includes(outcome)) {
        // Whoever asks meanwhile is told the same, at once, and nobody asks, nor does the head of the next page.
        if (storage !== 'full') load()
        expect(await settle(identity.hasSession())).toEqual([outcome, 0])
        expect(page.requests.length - before).toBe(requests)
        await vi.advanceTimersByTimeAsync(
          fault === 'status 503, back in ten minutes' ? STATED_PAUSE_MS : PAUSE_MS,
        )
      }

      if (LASTING.includes(outcome)) await vi.advanceTimersByTimeAsync(FIVE_MINUTES_MS)
      page.answer(json(200, GRACE))
      const sent = page.requests.length
      expect((await settle(identity.hasSession())).join()).toBe(['Grace', 0].join())
      expect((await settle(identity.hasSession()))[0]).toBe('Grace')
      expect(page.requests.length).toBe(sent + 1)
      // A failure waits for a moment, in case the page is being left.
      await vi.advanceTimersByTimeAsync(LEAVING_MS)
      expect(vi.getTimerCount(), 'timers left').toBe(0)
    },
  )

  it('anything of the above was tried in all combinations', () => {
    expect(COMBINATIONS).toHaveLength(20 * 4 * 4 * 2 * 2)
    expect(tried).toBe(COMBINATIONS.length)
  })
})
