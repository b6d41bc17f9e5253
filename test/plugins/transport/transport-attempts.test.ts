/** What both transports owe their callers: other attempts, time-outs, and an end on dispose. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TransportOptions } from '../../../plugins/transport/attempts.ts'
import { rejection, thrown } from '../../support/fixtures.ts'
import { type Answer, broken, hanging, json, text } from '../../support/page.ts'
import { ASKED, cutOff, deaf, openTransportPage, stalling, TRANSPORTS } from './transport-page.ts'

describe.each(TRANSPORTS)('%s', (_, factory) => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })

  const start = (options: TransportOptions = {}, ...answers: Answer[]) =>
    openTransportPage(factory(options), ...answers)

  describe('another attempt', () => {
    it.each([
      ['a broken connection', broken],
      ['a connection that breaks within the body', cutOff],
    ])('is made once after %s', async (_, failing) => {
      const { page, ask } = start({}, failing, json(200, { a: 1 }))
      const answer = ask(ASKED)
      await vi.runAllTimersAsync()
      expect(await answer).toEqual({ status: 200, body: { a: 1 } })
      expect(page.requests).toHaveLength(2)
    })

    it('is made when a page wakes that slept for longer than all attempts may take', async () => {
      const { ask } = start({}, broken, json(200, { a: 1 }))
      const answer = ask(ASKED)
      await vi.advanceTimersByTimeAsync(1)
      // No timer runs meanwhile, and the clock goes on.
      vi.setSystemTime(Date.now() + 60_000)
      await vi.runAllTimersAsync()
      expect(await answer).toEqual({ status: 200, body: { a: 1 } })
    })

    it.each([0, 0.5, 1])('comes after a spread, be chance what it may: %d', async (chance) => {
      vi.spyOn(Math, 'random').mockReturnValue(chance)
      const { page, ask } = start({}, broken, json(200, {}))
      const answer = ask(ASKED)
      await vi.advanceTimersByTimeAsync(299 + 1200 * chance)
      expect(page.requests).toHaveLength(1)
      await vi.advanceTimersByTimeAsync(1)
      expect(page.requests).toHaveLength(2)
      await answer
    })

    it('is spread also where one attempt has less time than that', async () => {
      const { ask } = start({ attemptTimeoutMs: 200 }, broken, json(200, { a: 1 }))
      const answer = ask(ASKED)
      await vi.runAllTimersAsync()
      expect(await answer).toEqual({ status: 200, body: { a: 1 } })
    })

    it('is not made after a time-out', async () => {
      const { page, ask } = start({ retries: 3 }, hanging)
      const failed = rejection(ask(ASKED))
      await vi.runAllTimersAsync()
      expect(await failed).toMatchObject({ reason: 'timeout' })
      expect(page.requests).toHaveLength(1)
    })

    it.each([400, 401, 404, 408, 409, 425, 429, 500, 503, 599])(
      'is not made after status %d',
      async (status) => {
        const { page, ask } = start({ retries: 3 }, text(status, ''))
        expect(await ask(ASKED)).toEqual({ status, body: undefined })
        expect(page.requests).toHaveLength(1)
      },
    )

    it.each([0, 1, 3])('is made as often as retries says: %d', async (retries) => {
      const { page, ask } = start({ retries }, ...Array(retries + 1).fill(broken))
      const failed = rejection(ask(ASKED))
      await vi.runAllTimersAsync()
      expect(await failed).toBeInstanceOf(TypeError)
      expect(page.requests).toHaveLength(retries + 1)
    })

    it('is the one whose outcome counts', async () => {
      const { page, ask } = start({}, broken, text(503, ''))
      const answer = ask(ASKED)
      await vi.runAllTimersAsync()
      expect(await answer).toEqual({ status: 503, body: undefined })
      page.answer(broken, cutOff)
      const failed = rejection(ask(ASKED))
      await vi.runAllTimersAsync()
      expect(await failed).toMatchObject({ name: 'TypeError', message: 'reset' })
    })
  })

  describe('time', () => {
    it.each([
      ['that never answers', hanging],
      ['that hears of no end, since a script wraps fetch and loses the signal', deaf],
      ['whose body never ends', stalling],
    ])('of each attempt is over for a service %s', async (_, answer) => {
      const { page, ask } = start({}, answer)
      const settled = vi.fn()
      const failed = rejection(ask(ASKED)).finally(settled)
      await vi.advanceTimersByTimeAsync(7999)
      expect(settled).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(await failed).toMatchObject({ reason: 'timeout', message: expect.stringContaining('8000') })
      expect(page.requests).toHaveLength(1)
    })

    it.each([
      ['asked', broken],
      ['answered', cutOff],
    ])('passes before a break is told, since a page that is being left breaks it: %s', async (_, answer) => {
      vi.spyOn(Math, 'random').mockReturnValue(1)
      const { ask } = start({ retries: 0 }, answer)
      const told = vi.fn()
      const failed = rejection(ask(ASKED)).finally(told)
      await vi.advanceTimersByTimeAsync(299)
      expect(told).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(1)
      expect(told).toHaveBeenCalled()
      expect(await failed).toBeInstanceOf(TypeError)
      expect(vi.getTimerCount()).toBe(0)
    })

    it.each([
      ['an answer', json(200, { a: 1 })],
      ['a failure', json(503, { a: 1 })],
    ])(
      'nothing is aborted after %s, so that a script that wraps fetch can read its clone',
      async (_, answer) => {
        const { page, identity, ask } = start()
        let copied: Promise<unknown> | undefined
        let signal: AbortSignal | undefined
        page.answer(async (url, given) => {
          signal = given
          const response = await answer(url, given)
          const copy = response.clone()
          // As a browser does, which ends the reading of a copy by the same signal.
          const ended = new Promise((_, reject) =>
            given.addEventListener('abort', () => reject(given.reason)),
          )
          copied = Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 60_000))]).then(() =>
            copy.json(),
          )
          return response
        })
        expect(await ask(ASKED)).toMatchObject({ body: { a: 1 } })
        await vi.advanceTimersByTimeAsync(60_000)
        expect(await copied).toEqual({ a: 1 })
        identity.dispose()
        expect(signal?.aborted).toBe(false)
      },
    )
  })

  describe('dispose', () => {
    it.each([
      ['hangs', hanging],
      ['hears of no end', deaf],
      ['sends a body without end', stalling],
    ])('while a service %s ends the call: no other follows', async (_, answer) => {
      const { page, identity, ask } = start({ retries: 5 })
      let signal: AbortSignal | undefined
      page.answer((url, given) => {
        signal = given
        return answer(url, given)
      })
      const failed = rejection(ask(ASKED))
      await vi.waitFor(() => expect(page.requests).toHaveLength(1))
      identity.dispose()
      expect(signal?.aborted).toBe(true)
      await vi.runAllTimersAsync()
      expect(await failed).toMatchObject({ reason: 'disposed' })
      expect(page.requests).toHaveLength(1)
    })

    it('between two attempts ends the call too', async () => {
      const { page, identity, ask } = start({ retries: 5 }, broken)
      const failed = rejection(ask(ASKED))
      await vi.advanceTimersByTimeAsync(100)
      identity.dispose()
      await vi.runAllTimersAsync()
      expect(await failed).toMatchObject({ reason: 'disposed' })
      expect(page.requests).toHaveLength(1)
    })

    it('before a call lets none be made', async () => {
      const { page, identity, ask } = start()
      identity.dispose()
      const failed = rejection(ask(ASKED))
      await vi.runAllTimersAsync()
      expect(await failed).toMatchObject({ reason: 'disposed' })
      expect(page.requests).toEqual([])
    })
  })

  describe('options', () => {
    it.each([
      ['attemptTimeoutMs', -1],
      ['attemptTimeoutMs', Number.NaN],
      ['attemptTimeoutMs', 'soon'],
      ['attemptTimeoutMs', Number.POSITIVE_INFINITY],
      ['retries', -1],
      ['retries', Number.POSITIVE_INFINITY],
    ])('refuse %s = %j when composed, by its name', (name, value) => {
      expect(thrown(() => start({ [name]: value }))).toMatchObject({
        reason: 'option-invalid',
        message: expect.stringContaining(
          `${name} is ${typeof value === 'string' ? JSON.stringify(value) : value}`,
        ),
      })
    })

    it('are read once', async () => {
      const times = [50, -1]
      const { page, ask } = start({
        retries: 0,
        get attemptTimeoutMs() {
          return times.shift()
        },
      })
      page.answer(hanging)
      const failed = rejection(ask(ASKED))
      await vi.advanceTimersByTimeAsync(50)
      expect(await failed).toMatchObject({ reason: 'timeout' })
      expect(times).toEqual([-1])
    })
  })
})
