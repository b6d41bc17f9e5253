/**
 * What an answer may cost: bytes, time, depth, and how long it is believed. The session service may be anybody's, and so
 * may be what stands between.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ofetchTransport } from '../../plugins/transport/ofetch-transport.ts'
import { ADA, NO_SESSION, rejection } from '../support/fixtures.ts'
import { type Answer, hanging, json, openPage, openPageWith, type Page, text } from '../support/page.ts'
import { fullOn, runHeadStart } from './full.ts'

const TRANSPORTS = { fetch: fetchTransport, ofetch: ofetchTransport }
const WAYS = Object.entries(TRANSPORTS).flatMap(([transport, plugin]) =>
  ['the library', 'the head'].map((start) => ({ transport, start, plugin })),
)
const load = (page: Page, start: string) => start === 'the head' && runHeadStart(page)

const LIMIT_BYTES = 262_144
const CHUNK_BYTES = 65_536

/** A body of so many bytes, and what was read of it. */
function body(first: string, totalBytes = Number.POSITIVE_INFINITY, status = 200) {
  const read = { bytes: 0, isCancelled: false }
  const stream = new ReadableStream({
    start: (out) => out.enqueue(new TextEncoder().encode(first)),
    pull(out) {
      // What never ends has to end here, where somebody reads on and on.
      if (read.bytes >= 64_000_000) return out.error(new Error('read without a limit'))
      if (read.bytes >= totalBytes) return out.close()
      read.bytes += CHUNK_BYTES
      out.enqueue(new Uint8Array(CHUNK_BYTES).fill(32))
    },
    cancel: () => void (read.isCancelled = true),
  })
  const signals: AbortSignal[] = []
  const answer: Answer = (_, signal) => {
    signals.push(signal)
    return new Response(stream, { status })
  }
  return { answer, read, signals }
}

describe.each(WAYS)('a body by $transport, begun by $start', ({ start, plugin }) => {
  it.each([
    ['without end', '{"userId":101,', Number.POSITIVE_INFINITY, 200, 'session-malformed'],
    ['of 10 MB', '{"userId":101,', 10_000_000, 200, 'session-malformed'],
    ['of 10 MB behind a good session', JSON.stringify(ADA), 10_000_000, 200, 'session-malformed'],
    ['of 10 MB and status 400', '{"error":', 10_000_000, 400, 'session-missing'],
    ['without end, from a broken server', '<h1>', Number.POSITIVE_INFINITY, 503, 'session-unreachable'],
  ])(
    '%s is read up to the limit, and its connection is closed',
    async (_, first, totalBytes, status, reason) => {
      const { answer, read, signals } = body(first, totalBytes, status)
      const page = openPageWith(answer)
      load(page, start)
      const identity = fullOn(page, {}, plugin({ retries: 0 }))
      expect(await rejection(identity.hasSession())).toMatchObject({ reason })
      // What lies in the queues between was asked for before the limit was reached.
      expect(read.bytes).toBeLessThanOrEqual(LIMIT_BYTES + 4 * CHUNK_BYTES)
      expect(read.isCancelled).toBe(true)
      // Nothing is aborted that was answered: a script that wraps fetch may still read its own copy.
      expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    },
  )

  it('whose beginning up to the limit is a session, and that goes on, is none', async () => {
    const page = openPage()
    const whole = JSON.stringify(ADA).padEnd(LIMIT_BYTES)
    const stream = new ReadableStream({
      start(out) {
        for (const part of [whole, '"and more"']) out.enqueue(new TextEncoder().encode(part))
        out.close()
      },
    })
    page.answer(() => new Response(stream))
    load(page, start)
    const identity = fullOn(page, {}, plugin({ retries: 0 }))
    expect(await rejection(identity.hasSession())).toMatchObject({ reason: 'session-malformed' })
  })

  it('of status 204 is no session, though some browsers say that it has a body', async () => {
    const body = new ReadableStream({ start: (out) => out.close() })
    const page = openPageWith(() =>
      Object.defineProperty(new Response(null, { status: 204 }), 'body', { value: body }),
    )
    load(page, start)
    expect(await rejection(fullOn(page, {}, plugin({ retries: 0 })).hasSession())).toMatchObject({
      reason: 'session-malformed',
    })
  })
})

describe.each(Object.entries(TRANSPORTS))('the user context by %s', (_, plugin) => {
  it('is not read beyond the limit either', async () => {
    const { answer, read } = body('{"identifier":"i","display_text":"d"')
    const page = openPageWith(answer)
    expect(await fullOn(page, {}, plugin({ retries: 0 })).getUserContextData()).toBeNull()
    expect(read.isCancelled).toBe(true)
  })
})

describe.each(WAYS)('a request by $transport, begun by $start', ({ start, plugin }) => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  function open() {
    const page = openPage()
    Object.assign(page.window, { setTimeout, clearTimeout })
    const signals: AbortSignal[] = []
    const watched =
      (answer: Answer): Answer =>
      (url, signal) => {
        signals.push(signal)
        return answer(url, signal)
      }
    return { page, signals, hang: watched(hanging), watched }
  }

  it('is aborted when its time is over, and no other follows', async () => {
    const { page, signals, hang } = open()
    page.answer(hang)
    load(page, start)
    const failed = rejection(fullOn(page, {}, plugin()).hasSession())
    await vi.advanceTimersByTimeAsync(7999)
    expect(signals.map(({ aborted }) => aborted)).toEqual([false])
    await vi.advanceTimersByTimeAsync(2)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(await failed).toMatchObject({ reason: 'timeout' })
  })

  it('has 20 seconds with the one that follows a broken connection', async () => {
    const { page, signals, hang, watched } = open()
    const breaksLate = watched(
      () => new Promise((_, reject) => setTimeout(reject, 7999, new TypeError('Failed to fetch'))),
    )
    page.answer(breaksLate, hang)
    load(page, start)
    const failed = rejection(fullOn(page, {}, plugin()).hasSession())
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await failed).toMatchObject({ reason: 'timeout' })
    // The first has ended by itself.
    expect(signals.map(({ aborted }) => aborted)).toEqual([false, true])
  })

  it('is aborted when its body does not end in time', async () => {
    const { page, signals, watched } = open()
    const stuck = watched(() => new Response(new ReadableStream({ pull: () => new Promise(() => {}) })))
    page.answer(stuck)
    load(page, start)
    const failed = rejection(fullOn(page, {}, plugin({ retries: 0 })).hasSession())
    await vi.advanceTimersByTimeAsync(8001)
    expect(await failed).toMatchObject({ reason: 'timeout' })
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
  })
})

describe('a failure', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  const HOUR_MS = 3_600_000

  it.each<[string, number, object]>([
    ['of status 400', 400, { ...NO_SESSION, response: { expiresIn: 2 ** 31 - 1 } }],
    ['of status 400, for ever', 400, { ...NO_SESSION, response: { expiresIn: 1e300 } }],
    ['of status 400, as text', 400, { ...NO_SESSION, response: { expiresIn: '99999999999' } }],
    ['of status 400, by itself', 400, { expiresIn: 2 ** 31 - 1 }],
    ['within a 200', 200, { ...NO_SESSION, response: { expiresIn: 2 ** 31 - 1 } }],
    ['within a 200, beside a user', 200, { ...ADA, ...NO_SESSION, response: { expiresIn: 2 ** 31 - 1 } }],
  ])('%s keeps a reader anonymous for an hour at most', async (_, status, failure) => {
    const page = openPageWith(json(status, failure), json(200, ADA))
    const identity = fullOn(page)
    expect(await identity.isLoggedIn()).toBe(false)
    vi.setSystemTime(Date.now() + HOUR_MS - 1)
    expect(await identity.isLoggedIn()).toBe(false)
    vi.setSystemTime(Date.now() + 1)
    expect(await identity.isLoggedIn()).toBe(true)
  })
})

describe('an answer of 100 000 levels', () => {
  const nested = '['.repeat(100_000) + ']'.repeat(100_000)
  const withDeep = (value: object) => `${JSON.stringify(value).slice(0, -1)},"deep":${nested}}`

  it.each(Object.entries(TRANSPORTS))('is a session like any other, by %s', async (_, plugin) => {
    const page = openPageWith(text(200, withDeep(ADA)))
    const identity = fullOn(page, {}, plugin())
    expect((await identity.hasSession()).userId).toBe(ADA.userId)
    expect((await identity.getUser()).userId).toBe(ADA.userId)
    // Too deep for the storage: this page keeps it, and the next one asks.
    expect(await identity.getUserUuid()).toBe(ADA.uuid)
    page.answer(json(200, ADA))
    expect(await fullOn(page).getUserUuid()).toBe(ADA.uuid)
  })

  it.each<[string, number, string, string | undefined]>([
    ['of a failure', 400, withDeep(NO_SESSION), 'session-missing'],
    ['of a refusal', 401, withDeep({ error: {} }), 'session-refused'],
    ['where the user should be', 200, `{"userId":${nested},"result":true}`, undefined],
    ['and nothing else', 200, nested, 'session-malformed'],
    ['for a redirect', 200, `{"redirectURL":${nested}}`, 'redirect-refused'],
  ])('%s ends as it should', async (_, status, answer, reason) => {
    const page = openPageWith(text(status, answer))
    const identity = fullOn(page)
    const call = identity.hasSession().then(
      ({ userId }) => userId,
      (error) => error.reason,
    )
    expect(await call).toBe(reason)
    expect(page.navigations).toEqual([])
  })

  it('of the user context is left behind', async () => {
    const page = openPageWith(text(200, withDeep({ identifier: 'i', display_text: 'd' })))
    expect(await fullOn(page).getUserContextData()).toEqual({ identifier: 'i', display_text: 'd' })
  })
})
