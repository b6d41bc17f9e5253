/** What both transports owe their callers: how they ask, and what they read. Nothing but interceptors tells them apart. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TransportOptions } from '../../../plugins/transport/attempts.ts'
import { rejection } from '../../support/fixtures.ts'
import { type Answer, json, text } from '../../support/page.ts'
import { ASKED, chunked, LIMIT, openTransportPage, TRANSPORTS } from './transport-page.ts'

describe.each(TRANSPORTS)('%s', (_, factory) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  const start = (options: TransportOptions = {}, ...answers: Answer[]) =>
    openTransportPage(factory(options), ...answers)

  describe('a request', () => {
    it('has credentials, no headers of its own, and goes past the cache of the browser', async () => {
      const { page, ask } = start()
      const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('{}'))
      Object.defineProperty(page.window, 'fetch', { value: fetch })
      await ask(ASKED)
      const [url, { credentials, cache, headers, method, body }] = fetch.mock.calls[0] as [
        string,
        RequestInit,
      ]
      expect(fetch).toHaveBeenCalledOnce()
      expect(url).toBe(ASKED)
      // A cache would let a call for the same address wait until the one before it is answered.
      expect({ credentials, cache, method, body }).toEqual({ credentials: 'include', cache: 'no-store' })
      expect([...new Headers(headers)]).toEqual([])
    })

    it('has a signal, which aborts for its time', async () => {
      const signals: AbortSignal[] = []
      const { ask } = start({ attemptTimeoutMs: 50, retries: 0 }, (_url, signal) => {
        signals.push(signal)
        return new Promise(() => {})
      })
      const failed = rejection(ask(ASKED))
      await vi.advanceTimersByTimeAsync(49)
      expect(signals.map(({ aborted }) => aborted)).toEqual([false])
      await vi.advanceTimersByTimeAsync(1)
      expect(signals.map(({ aborted }) => aborted)).toEqual([true])
      expect(signals[0]?.reason).toBe(await failed)
    })

    it('a request has no signal when that is no EventTarget of the window', async () => {
      const { page, ask } = start()
      const fetch = vi.fn(async (_url: string, _init: RequestInit) => new Response('{"a":1}'))
      Object.defineProperty(page.window, 'fetch', { value: fetch })
      class EventTarget {}
      for (const value of [EventTarget, undefined]) {
        Object.defineProperty(page.window, 'EventTarget', { value, configurable: true })
        expect(await ask(ASKED)).toEqual({ status: 200, body: { a: 1 } })
      }
      expect(fetch.mock.calls.map(([, init]) => 'signal' in init && init.signal)).toEqual([false, false])
    })

    it('is not made for a response that is on its way already', async () => {
      const { page, ask } = start()
      const ended: unknown[] = []
      const begun = {
        response: Promise.resolve(new Response('{"early":true}')),
        abort: (reason: unknown) => void ended.push(reason),
      }
      expect(await ask(ASKED, begun)).toEqual({ status: 200, body: { early: true } })
      expect(page.requests).toEqual([])
      page.answer(json(200, { early: false }))
      expect(await ask(ASKED)).toEqual({ status: 200, body: { early: false } })
      expect(ended).toEqual([])
    })

    it('is made when the response that was on its way fails', async () => {
      const { ask } = start({}, json(200, { a: 1 }))
      const answer = ask(ASKED, { response: Promise.reject(new TypeError('reset')), abort() {} })
      await vi.runAllTimersAsync()
      expect(await answer).toEqual({ status: 200, body: { a: 1 } })
    })

    it('a request that was on its way already is ended when its time is over', async () => {
      const { ask } = start({ attemptTimeoutMs: 50 })
      const ended: unknown[] = []
      const abort = (reason: unknown) => void ended.push(reason)
      const failed = rejection(ask(ASKED, { response: new Promise(() => {}), abort }))
      await vi.advanceTimersByTimeAsync(49)
      expect(ended).toEqual([])
      await vi.advanceTimersByTimeAsync(1)
      expect(await failed).toMatchObject({ reason: 'timeout' })
      expect(ended).toEqual([await failed])
    })
  })

  describe('an answer', () => {
    it.each([
      [200, { a: 1 }],
      [200, null],
      [400, { error: { code: 400 } }],
      [404, []],
    ])('of status %d resolves with the parsed body', async (status, body) => {
      const { ask } = start({}, json(status, body))
      expect(await ask(ASKED)).toEqual({ status, body })
    })

    it.each([
      ['HTML', '<h1>Hello'],
      ['nothing', ''],
      ['cut JSON', '{"a":'],
      ['JSON with a tail', '{"a":1}x'],
    ])('has no body for %s', async (_, body) => {
      const { ask } = start({}, text(200, body))
      expect(await ask(ASKED)).toEqual({ status: 200, body: undefined })
    })

    it.each([204, 205])('of status %d has none', async (status) => {
      const { ask } = start({}, () => new Response(null, { status }))
      expect(await ask(ASKED)).toEqual({ status, body: undefined })
    })

    it.each([
      'text/plain',
      'application/octet-stream',
      'image/svg+xml',
      'text/event-stream',
      'application/json',
    ])('is parsed whatever type it claims to be: %s', async (type) => {
      const { ask } = start({}, text(200, '{"a":1}', type))
      expect(await ask(ASKED)).toEqual({ status: 200, body: { a: 1 } })
    })

    it('keeps what only looks like something else', async () => {
      const { ask } = start({}, text(200, '{"a":"true","__proto__":{"polluted":1}}'))
      const { body } = await ask(ASKED)
      expect(Object.entries(body as object)).toEqual([
        ['a', 'true'],
        ['__proto__', { polluted: 1 }],
      ])
      expect('polluted' in {}).toBe(false)
    })

    it('is read once', async () => {
      const { page, ask } = start()
      const response = new Response('{"a":1}')
      const body = response.body as ReadableStream
      const ways = ['text', 'json', 'blob', 'arrayBuffer', 'bytes', 'formData', 'clone'] as const
      const reads = [
        ...ways.filter((way) => way in response).map((way) => vi.spyOn(response, way)),
        ...(['getReader', 'tee', 'pipeTo', 'pipeThrough'] as const).map((way) => vi.spyOn(body, way)),
      ]
      page.answer(() => response)
      expect(await ask(ASKED)).toEqual({ status: 200, body: { a: 1 } })
      expect(reads.flatMap((read) => read.mock.calls)).toHaveLength(1)
    })
  })

  describe('a large answer', () => {
    describe.each([
      ['in one piece', LIMIT + 1],
      ['in two pieces', LIMIT - 1],
      ['in many small chunks', 64],
    ])('%s', (_, size) => {
      const most = JSON.stringify('x'.repeat(LIMIT - 2))

      it('is read up to 256 KiB', async () => {
        const { ask } = start({}, chunked(most, size))
        const { status, body } = await ask(ASKED)
        expect([status, (body as string).length]).toEqual([200, LIMIT - 2])
      })

      it.each([
        ['byte', most.replace('x', 'xx')],
        ['byte of a character', most.replace('x', 'ü')],
      ])('has no body with one %s more', async (_, more) => {
        const { ask } = start({}, chunked(more, size))
        expect(await ask(ASKED)).toEqual({ status: 200, body: undefined })
      })
    })

    it('may come in pieces that end within a character', async () => {
      const name = 'Åse Žižka 你好 🦉'
      const { ask } = start({}, chunked(JSON.stringify({ name }), 1))
      expect(await ask(ASKED)).toEqual({ status: 200, body: { name } })
    })
  })
})
