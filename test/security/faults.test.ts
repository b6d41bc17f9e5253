/**
 * Every fault of the session service, with every state of the storage, at every moment: the outcome is a session or an
 * SDKError with the right reason, within the time-out, and the next good answer heals. Generated, not listed.
 */
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { SDKErrorReason } from '../../core/errors.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { ofetchTransport } from '../../plugins/ofetch-transport.ts'
import { ADA, GRACE, NO_SESSION } from '../support/fixtures.ts'
import { type Answer, broken, hanging, json, openPage, type Page, text } from '../support/page.ts'
import { fullOn } from './full.ts'

const TIMEOUT_MS = 20_000
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

interface Fault {
  answer: Answer
  /** How often the service is asked: network failures, time-outs and 5xx are tried twice. */
  requests: number
  /** What a caller learns; nothing when it gets a session after all. */
  reason?: SDKErrorReason
}

const FAULTS: Record<string, Fault> = {
  down: { answer: broken, requests: 2, reason: 'session-unreachable' },
  slow: { answer: slow, requests: 1 },
  hanging: { answer: hanging, requests: 2, reason: 'timeout' },
  'reset mid-body': { answer: cutOff, requests: 2, reason: 'session-unreachable' },
  'status 400': { answer: json(400, NO_SESSION), requests: 1, reason: 'session-missing' },
  'status 401': { answer: text(401, ''), requests: 1, reason: 'session-refused' },
  'status 404': { answer: text(404, '<h1>Not found'), requests: 1, reason: 'session-refused' },
  'status 500': { answer: text(500, 'oops'), requests: 2, reason: 'session-unreachable' },
  'status 503': { answer: json(503, ADA), requests: 2, reason: 'session-unreachable' },
  HTML: { answer: text(200, '<!doctype html><title>Portal'), requests: 1, reason: 'session-malformed' },
  empty: { answer: text(200, ''), requests: 1, reason: 'session-malformed' },
  'huge (10 MB)': { answer: text(200, HUGE), requests: 1, reason: 'session-malformed' },
  'of wrong types': {
    answer: json(200, { ...ADA, userId: '101', sp_id: [], result: 'yes' }),
    requests: 1,
    reason: 'session-malformed',
  },
  'asking for a redirect': {
    answer: json(200, { redirectURL: '/refresh' }),
    requests: 1,
    reason: 'session-refreshing',
  },
}

const STORAGES = ['fine', 'full', 'denied', 'cleared in between'] as const
const MOMENTS = ['first call', 'cached', 'in flight', 'after logout'] as const
const TRANSPORTS = { fetch: fetchTransport, ofetch: ofetchTransport }

type Storage = (typeof STORAGES)[number]
type Moment = (typeof MOMENTS)[number]

const COMBINATIONS = Object.keys(FAULTS).flatMap((fault) =>
  STORAGES.flatMap((storage) =>
    MOMENTS.flatMap((moment) =>
      Object.keys(TRANSPORTS).map((transport) => ({ fault, storage, moment, transport })),
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

function breakStorage(page: Page, storage: Storage) {
  const real = page.window.sessionStorage
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
    Object.defineProperty(page.window, 'sessionStorage', {
      get: () => (storage === 'full' ? full : refuse()),
    })
}

let tried = 0

describe('a session service that is', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())
  afterAll(() => {
    console.log(`faults: ${tried} combinations of service, storage, moment and transport tried`)
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
    '$fault; storage $storage; $moment; by $transport',
    async ({ fault, storage, moment, transport }, { task }) => {
      tried++
      const page = openPage()
      Object.assign(page.window, { setTimeout, clearTimeout })
      breakStorage(page, storage)
      const clear = () => {
        if (storage === 'cleared in between') page.window.sessionStorage.clear()
      }
      const identity = fullOn(page, {}, TRANSPORTS[transport as keyof typeof TRANSPORTS]())
      const errors: string[] = []
      identity.on('error', ({ reason }) => errors.push(reason))

      if (moment === 'cached' || moment === 'after logout') {
        page.answer(json(200, ADA))
        expect((await settle(identity.hasSession()))[0]).toBe('Ada')
        if (moment === 'after logout') identity.logout()
        clear()
      }
      const before = page.requests.length
      const { outcome, requests } = oracle(fault, storage, moment)
      // For `npm run abuse`, which counts them.
      Object.assign(task.meta, { fault, outcome })
      const { answer } = FAULTS[fault] as Fault
      page.answer(...Array.from({ length: requests }, () => answer))

      const call = identity.hasSession()
      if (moment === 'in flight') expect(identity.hasSession()).toBe(call)
      if (moment === 'first call' || moment === 'in flight') clear()
      const [got, tookMs] = await settle(call)
      expect(got).toBe(outcome)
      expect(tookMs).toBeLessThanOrEqual(TIMEOUT_MS)
      expect(page.requests.length - before).toBe(requests)
      expect(errors).toEqual(outcome === 'Ada' ? [] : [outcome])

      if (LASTING.includes(outcome)) await vi.advanceTimersByTimeAsync(FIVE_MINUTES_MS)
      page.answer(json(200, GRACE))
      const sent = page.requests.length
      expect((await settle(identity.hasSession())).join()).toBe(['Grace', 0].join())
      expect((await settle(identity.hasSession()))[0]).toBe('Grace')
      expect(page.requests.length).toBe(sent + 1)
      expect(vi.getTimerCount(), 'timers left').toBe(0)
    },
  )

  it('anything of the above was tried in all combinations', () => {
    expect(COMBINATIONS).toHaveLength(14 * 4 * 4 * 2)
    expect(tried).toBe(COMBINATIONS.length)
  })
})
