/** What ofetch gives beyond the contract of all transports: interceptors. */
import type { FetchContext } from 'ofetch'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createIdentity } from '../../../core/kernel/create-identity.ts'
import { sessionCache } from '../../../plugins/session/session-cache.ts'
import { type OfetchTransportOptions, ofetchTransport } from '../../../plugins/transport/ofetch-transport.ts'
import { ADA, NO_SESSION, optionsFor, rejection } from '../../support/fixtures.ts'
import { type Answer, broken, hanging, json, openPageWith, text } from '../../support/page.ts'
import { ASKED, openTransportPage } from './transport-page.ts'

type Interceptors = NonNullable<OfetchTransportOptions['interceptors']>
const NAMES = ['onRequest', 'onRequestError', 'onResponse', 'onResponseError'] as const

/** Interceptors that note their names, and what they were given. */
function noting() {
  const calls: [name: string, context: FetchContext][] = []
  const interceptors = Object.fromEntries(
    NAMES.map((name) => [name, (context: FetchContext) => void calls.push([name, { ...context }])]),
  ) as Interceptors
  return { calls, interceptors, names: () => calls.map(([name]) => name) }
}

describe('interceptors of ofetch', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const start = (interceptors: Interceptors, options: OfetchTransportOptions = {}, ...answers: Answer[]) =>
    openTransportPage(ofetchTransport({ ...options, interceptors }), ...answers)

  it('see the request, and the response with its parsed body', async () => {
    const { calls, interceptors, names } = noting()
    const { ask } = start(interceptors, {}, json(200, { a: 1 }))
    expect(await ask(ASKED)).toEqual({ status: 200, body: { a: 1 } })
    expect(names()).toEqual(['onRequest', 'onResponse'])
    expect(calls[0]?.[1]).toMatchObject({
      request: ASKED,
      options: { credentials: 'include', cache: 'no-store' },
    })
    expect(calls[1]?.[1].response).toMatchObject({ status: 200, ok: true, _data: { a: 1 } })
    expect(calls[1]?.[1].response?.headers.get('content-type')).toBe('application/json')
  })

  it.each([
    ['a body', () => new Response('{}')],
    ['no body', () => new Response(null, { status: 204 })],
  ])('see the response that the browser has given, and no copy, with %s', async (_, respond) => {
    const seen: unknown[] = []
    const given = respond()
    const { ask } = start({ onResponse: ({ response }) => void seen.push(response) }, {}, () => given)
    await ask(ASKED)
    expect(seen[0]).toBe(given)
  })

  it('see a failure that was answered', async () => {
    const { calls, interceptors, names } = noting()
    const { ask } = start(interceptors, {}, json(400, NO_SESSION))
    expect(await ask(ASKED)).toEqual({ status: 400, body: NO_SESSION })
    expect(names()).toEqual(['onRequest', 'onResponse', 'onResponseError'])
    expect(calls[2]?.[1].response).toMatchObject({ status: 400, _data: NO_SESSION })
  })

  it('see a request that failed', async () => {
    const { calls, interceptors, names } = noting()
    const { ask } = start(interceptors, { retries: 0 }, broken)
    const failed = rejection(ask(ASKED))
    await vi.runAllTimersAsync()
    expect(names()).toEqual(['onRequest', 'onRequestError'])
    expect(calls[1]?.[1].error).toBe(await failed)
  })

  it('see each attempt', async () => {
    const { interceptors, names } = noting()
    const { ask } = start(interceptors, { retries: 2 }, broken, text(503, ''))
    const answer = ask(ASKED)
    await vi.runAllTimersAsync()
    expect(await answer).toMatchObject({ status: 503 })
    expect(names()).toEqual([
      ...['onRequest', 'onRequestError'],
      ...['onRequest', 'onResponse', 'onResponseError'],
    ])
  })

  it('see a request that took too long', async () => {
    const { calls, interceptors, names } = noting()
    const { ask } = start(interceptors, { retries: 0, attemptTimeoutMs: 50 }, hanging)
    const failed = rejection(ask(ASKED))
    await vi.advanceTimersByTimeAsync(50)
    expect(await failed).toMatchObject({ reason: 'timeout' })
    await vi.runAllTimersAsync()
    expect(names()).toEqual(['onRequest', 'onRequestError'])
    expect(calls[1]?.[1].error).toMatchObject({ reason: 'timeout' })
  })

  it('may set a header, which the request has', async () => {
    const { page, ask } = start({ onRequest: ({ options }) => options.headers.set('x-trace', '7') })
    const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'))
    Object.defineProperty(page.window, 'fetch', { value: fetch })
    await ask(ASKED)
    const [, { headers, credentials }] = fetch.mock.calls[0] as [string, RequestInit]
    expect(headers).toEqual({ 'x-trace': '7' })
    expect(credentials).toBe('include')
  })

  it('may be several of a kind, and take their time', async () => {
    const order: number[] = []
    const slow = async () => {
      await null
      order.push(1)
    }
    const { ask } = start({ onResponse: [slow, () => void order.push(2)] }, {}, json(200, {}))
    await ask(ASKED)
    expect(order).toEqual([1, 2])
  })

  it.each([
    ['onRequest', []],
    ['onRequestError', [broken]],
    ['onResponse', [json(200, ADA)]],
    ['onResponseError', [json(404, {})]],
  ] as const)('that throw fail the call by name: %s', async (name, answers) => {
    const boom = new Error('boom')
    const page = openPageWith(...answers)
    Object.assign(page.window, { setTimeout, clearTimeout })
    const interceptors = {
      [name]: () => {
        throw boom
      },
    }
    const plugins = [ofetchTransport({ interceptors, retries: 0 }), sessionCache()] as const
    const failed = rejection(createIdentity(optionsFor(page), plugins).hasSession())
    await vi.runAllTimersAsync()
    expect(await failed).toMatchObject({ name: 'SDKError', reason: 'session-unreachable', cause: boom })
  })

  it('that never return are over with the time of the attempt', async () => {
    const { ask } = start({ onRequest: () => new Promise(() => {}) }, { retries: 0 })
    const failed = rejection(ask(ASKED))
    await vi.advanceTimersByTimeAsync(8000)
    expect(await failed).toMatchObject({ reason: 'timeout' })
  })

  it('are not called any more after dispose', async () => {
    const { interceptors, names } = noting()
    const { page, identity, ask } = start(interceptors, { retries: 3 }, hanging)
    const failed = rejection(ask(ASKED))
    await vi.waitFor(() => expect(page.requests).toHaveLength(1))
    identity.dispose()
    await vi.runAllTimersAsync()
    expect(await failed).toMatchObject({ reason: 'disposed' })
    // The request that was ended may be told of as one that failed; no other begins.
    expect(names().filter((name) => name === 'onRequest')).toHaveLength(1)
  })
})
