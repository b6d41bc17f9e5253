import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createKernel } from '../../core/kernel.ts'
import type { Transport } from '../../core/transport.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { ofetchTransport } from '../../plugins/ofetch-transport.ts'
import { optionsFor, rejection, thrown } from '../support/fixtures.ts'
import { type Answer, broken, hanging, json, openPage, type Page, text } from '../support/page.ts'

const URL_ASKED = 'https://id.site.example/v2/session?a=1'

/** Headers come, the body never ends. */
const stalling: Answer = (_url, signal) =>
  new Response(
    new ReadableStream({
      start: (stream) => signal.addEventListener('abort', () => stream.error(signal.reason)),
    }),
  )

/** Headers come, then the connection breaks. */
const cutOff: Answer = () =>
  new Response(new ReadableStream({ start: (stream) => stream.error(new TypeError('reset')) }))

describe.each([
  ['fetchTransport', fetchTransport],
  ['ofetchTransport', ofetchTransport],
])('%s', (_, factory) => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const transportOn = (page: Page, options = {}): Transport => {
    const [kernel] = createKernel(optionsFor(page))
    // Timers of the page are those of the test.
    Object.assign(page.window, { setTimeout, clearTimeout })
    factory(options).setup(kernel)
    return kernel.transport as Transport
  }

  it('asks with credentials, without headers of its own, and past the cache of the browser', async () => {
    const page = openPage()
    const fetch = vi.fn(async () => new Response('{}'))
    Object.defineProperty(page.window, 'fetch', { value: fetch })
    await transportOn(page)(URL_ASKED)
    expect(fetch).toHaveBeenCalledExactlyOnceWith(URL_ASKED, {
      credentials: 'include',
      // A cache would let a call for the same address wait until the one before it is answered.
      cache: 'no-store',
      signal: expect.anything(),
    })
  })

  it.each([
    [200, { a: 1 }],
    [400, { error: { code: 400 } }],
    [404, []],
  ])('resolves for status %d with the parsed body', async (status, body) => {
    const page = openPage()
    page.answer(json(status, body))
    expect(await transportOn(page)(URL_ASKED)).toEqual({ status, body })
  })

  it.each([
    ['HTML', '<h1>Hello'],
    ['nothing', ''],
    ['cut JSON', '{"a":'],
    ['more than 256 kB', `"${'x'.repeat(262_143)}"`],
  ])('has no body for %s', async (_, body) => {
    const page = openPage()
    page.answer(text(200, body))
    expect(await transportOn(page)(URL_ASKED)).toEqual({ status: 200, body: undefined })
  })

  it('reads a body of 256 kB, quotes included', async () => {
    const page = openPage()
    const body = 'x'.repeat(262_142)
    page.answer(json(200, body))
    expect(await transportOn(page)(URL_ASKED)).toEqual({ status: 200, body })
  })

  it.each([
    ['a broken connection', broken],
    ['a connection that breaks within the body', cutOff],
    ['status 500', text(500, 'oops')],
    ['status 599', text(599, 'oops')],
  ])('tries once more after %s', async (_, failing) => {
    const page = openPage()
    page.answer(failing, json(200, { a: 1 }))
    const answer = transportOn(page)(URL_ASKED)
    await vi.runAllTimersAsync()
    expect(await answer).toEqual({ status: 200, body: { a: 1 } })
    expect(page.requests).toHaveLength(2)
  })

  it.each([
    ['asked', broken],
    ['answered', cutOff],
  ])('tells nobody of a connection that breaks while a page is being left, be it %s', async (_, answer) => {
    const page = openPage()
    page.answer(answer)
    const told = vi.fn()
    const error = rejection(transportOn(page, { retries: 0 })(URL_ASKED)).finally(told)
    await vi.advanceTimersByTimeAsync(249)
    expect(told).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(await error).toBeInstanceOf(TypeError)
    expect(vi.getTimerCount()).toBe(0)
  })

  it.each([401, 404, 408, 429])('does not try again after status %d', async (status) => {
    const page = openPage()
    page.answer(text(status, ''))
    expect(await transportOn(page)(URL_ASKED)).toEqual({ status, body: undefined })
  })

  it('gives the second failure, whatever it is', async () => {
    const page = openPage()
    page.answer(broken, text(503, ''))
    const answer = transportOn(page)(URL_ASKED)
    await vi.runAllTimersAsync()
    expect(await answer).toEqual({ status: 503, body: undefined })
    page.answer(text(503, ''), broken)
    const error = rejection(transportOn(page)(URL_ASKED))
    await vi.runAllTimersAsync()
    expect(await error).toBeInstanceOf(TypeError)
  })

  it.each([
    ['that never answers', hanging],
    ['whose body never ends', stalling],
  ])('gives up on a service %s, after each attempt has had its time', async (_, answer) => {
    const page = openPage()
    page.answer(answer, answer)
    const started = Date.now()
    const error = rejection(transportOn(page)(URL_ASKED))
    await vi.advanceTimersToNextTimerAsync()
    expect(Date.now() - started).toBe(8000)
    await vi.advanceTimersToNextTimerAsync()
    expect(Date.now() - started).toBe(16_000)
    expect(await error).toMatchObject({
      reason: 'timeout',
      message: 'The service did not answer in time.',
    })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('stays within the time for all attempts', async () => {
    const page = openPage()
    page.answer(hanging, hanging, hanging)
    const started = Date.now()
    const error = rejection(transportOn(page, { retries: 5 })(URL_ASKED))
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await error).toMatchObject({ reason: 'timeout' })
    expect(Date.now() - started).toBe(20_000)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('takes its numbers from the options', async () => {
    const page = openPage()
    page.answer(hanging)
    const error = rejection(transportOn(page, { retries: 0, attemptTimeoutMs: 50 })(URL_ASKED))
    await vi.advanceTimersByTimeAsync(50)
    expect(await error).toMatchObject({ reason: 'timeout' })
  })

  it.each([
    ['attemptTimeoutMs', '8000', 'a string'],
    ['totalTimeoutMs', Number.POSITIVE_INFINITY, 'a number'],
    ['retries', -1, 'a number'],
  ])('refuses %s = %j', (name, value, kind) => {
    expect(thrown(() => factory({ [name]: value }))).toMatchObject({
      reason: 'option-invalid',
      message: `Option ${name} is ${kind}: give a number, 0 or more.`,
    })
  })
})
