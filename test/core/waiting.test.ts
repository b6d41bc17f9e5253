import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Kernel } from '../../core/kernel/plugin.ts'
import { paced, rest, within } from '../../plugins/shared/waiting.ts'
import { openKernel, optionsFor, rejection } from '../support/fixtures.ts'
import { openPage } from '../support/page.ts'

const DISPOSED = { name: 'SDKError', reason: 'disposed' }

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }))
afterEach(() => void vi.useRealTimers())

/** A kernel whose timers are those of the test. */
function open() {
  const page = openPage()
  Object.assign(page.window, { setTimeout, clearTimeout })
  const { kernel, identity } = openKernel(optionsFor(page))
  return { kernel, dispose: identity.dispose, reported: page.reported }
}

/** The same kernel, and how many undos are on its list by what is tested. */
function counting(kernel: Kernel) {
  let undos = 0
  const counted: Kernel = {
    ...kernel,
    onDispose(undo) {
      undos++
      const forget = kernel.onDispose(undo)
      return () => {
        undos--
        forget()
      }
    },
  }
  return { counted, undos: () => undos }
}

/** What is waited for: it ends when the test says so. */
function task() {
  let resolve = (_: string) => {}
  let reject = (_: Error) => {}
  const promise = new Promise<string>((done, fail) => {
    resolve = done
    reject = fail
  })
  const signals: AbortSignal[] = []
  const run = (signal: AbortSignal) => {
    signals.push(signal)
    return promise
  }
  return { run, resolve, reject, isAborted: () => signals.map(({ aborted }) => aborted) }
}

describe('waiting for an answer', () => {
  it('ends with the answer, and nothing is aborted, then or later', async () => {
    const { kernel, dispose } = open()
    const { run, resolve, isAborted } = task()
    const waiting = within(kernel, 1000, run)
    await vi.advanceTimersByTimeAsync(999)
    resolve('answer')
    expect(await waiting).toBe('answer')
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(1)
    dispose()
    expect(isAborted()).toEqual([false])
  })

  it('ends with the failure, and nothing is aborted', async () => {
    const { kernel, dispose } = open()
    const { run, reject, isAborted } = task()
    const waiting = rejection(within(kernel, 1000, run))
    const boom = new Error('boom')
    reject(boom)
    expect(await waiting).toBe(boom)
    expect(vi.getTimerCount()).toBe(0)
    dispose()
    expect(isAborted()).toEqual([false])
  })

  it('ends when the time is over, and aborts, also where the signal reaches nobody', async () => {
    const { kernel, dispose, reported } = open()
    const { run, resolve, isAborted } = task()
    const waiting = rejection(within(kernel, 1000, run))
    await vi.advanceTimersByTimeAsync(1000)
    expect(await waiting).toMatchObject({ reason: 'timeout', message: expect.stringContaining('1000') })
    expect(isAborted()).toEqual([true])
    // It comes too late, and so does the end of the instance.
    resolve('answer')
    dispose()
    expect(reported).toEqual([])
  })

  it('aborts for the reason for which it rejects', async () => {
    const { kernel } = open()
    let reason: unknown
    const waiting = rejection(
      within(kernel, 1000, (signal) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason
        })
        return new Promise(() => {})
      }),
    )
    await vi.advanceTimersByTimeAsync(1000)
    expect(await waiting).toBe(reason)
  })

  it('ends on dispose, aborts, and leaves no timer', async () => {
    const { kernel, dispose } = open()
    const { run, isAborted } = task()
    const waiting = rejection(within(kernel, 1000, run))
    dispose()
    expect(await waiting).toMatchObject(DISPOSED)
    expect(isAborted()).toEqual([true])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('does not begin after dispose', async () => {
    const { kernel, dispose } = open()
    const { run, isAborted } = task()
    dispose()
    expect(await rejection(within(kernel, 1000, run))).toMatchObject(DISPOSED)
    expect(isAborted()).toEqual([])
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('what has been waited for', () => {
  it.each<[string, (kernel: Kernel) => Promise<unknown>]>([
    ['an answer', (kernel) => within(kernel, 1000, async () => 'answer')],
    ['a failure', (kernel) => within(kernel, 1000, () => Promise.reject(new Error('boom'))).catch(() => {})],
    ['its time', (kernel) => within(kernel, 1000, () => new Promise(() => {})).catch(() => {})],
    ['a while', (kernel) => rest(kernel, 1000)],
  ])('leaves nothing to undo: %s', async (_, wait) => {
    const { counted, undos } = counting(open().kernel)
    const waiting = wait(counted)
    expect(undos()).toBe(1)
    await vi.advanceTimersByTimeAsync(1000)
    await waiting
    expect(undos()).toBe(0)
  })
})

describe('waiting for a while', () => {
  it('ends after so many milliseconds, and dispose has nothing to end any more', async () => {
    const { kernel, dispose } = open()
    const ended = vi.fn()
    const resting = rest(kernel, 300).then(ended)
    await vi.advanceTimersByTimeAsync(299)
    expect(ended).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    await resting
    dispose()
    expect(ended).toHaveBeenCalledOnce()
  })

  it.each([
    ['on', true],
    ['after', false],
  ])('rejects %s dispose, and leaves no timer', async (_, isBefore) => {
    const { kernel, dispose } = open()
    if (!isBefore) dispose()
    const resting = rejection(rest(kernel, 300))
    if (isBefore) dispose()
    expect(await resting).toMatchObject(DISPOSED)
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('what is paced', () => {
  const FIRST_MS = 2000

  /** Something that is paced, and when it ran, in milliseconds since the test began. */
  function pace() {
    const opened = open()
    const began = Date.now()
    const ran: number[] = []
    const ask = paced(opened.kernel, FIRST_MS, () => void ran.push(Date.now() - began))
    return { ...opened, ask, ran }
  }

  it('runs at once the first time, and once for all who ask soon after it', async () => {
    const { ask, ran } = pace()
    ask()
    expect(ran).toEqual([0])
    await vi.advanceTimersByTimeAsync(500)
    for (let time = 0; time < 50; time++) ask()
    await vi.advanceTimersByTimeAsync(1499)
    expect(ran).toEqual([0])
    await vi.advanceTimersByTimeAsync(1)
    expect(ran).toEqual([0, 2000])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('runs with breaks that double while it is asked for all the time, up to five minutes', async () => {
    const { ask, ran } = pace()
    for (let second = 0; second < 2000; second++) {
      ask()
      await vi.advanceTimersByTimeAsync(1000)
    }
    const breaks = ran.slice(1).map((at, index) => at - (ran[index] as number))
    expect(breaks).toEqual([
      2000,
      4000,
      8000,
      16_000,
      32_000,
      64_000,
      128_000,
      256_000,
      ...Array(4).fill(300_000),
    ])
  })

  it('runs at once again after a while in which nobody has asked, and breaks begin anew', async () => {
    const { ask, ran } = pace()
    ask()
    ask()
    await vi.advanceTimersByTimeAsync(FIRST_MS)
    // The next break would be of 4 s. Twice as long is calm.
    await vi.advanceTimersByTimeAsync(8000)
    ask()
    ask()
    await vi.advanceTimersByTimeAsync(FIRST_MS)
    expect(ran).toEqual([0, 2000, 10_000, 12_000])
  })

  it('runs at once after its break, which stays as long as it was', async () => {
    const { ask, ran } = pace()
    ask()
    ask()
    await vi.advanceTimersByTimeAsync(FIRST_MS)
    await vi.advanceTimersByTimeAsync(4000)
    ask()
    ask()
    await vi.advanceTimersByTimeAsync(4000)
    expect(ran).toEqual([0, 2000, 6000, 10_000])
  })

  it('does not wait for longer where the clock was set back', async () => {
    const { ask, ran } = pace()
    ask()
    vi.setSystemTime(Date.now() - 3_600_000)
    ask()
    expect(ran).toEqual([0, -3_600_000])
    vi.setSystemTime(Date.now() - 500)
    ask()
    await vi.advanceTimersByTimeAsync(1500)
    expect(ran).toHaveLength(3)
  })

  it('leaves no timer on dispose, and runs no more', async () => {
    const { ask, ran, dispose } = pace()
    ask()
    ask()
    expect(vi.getTimerCount()).toBe(1)
    dispose()
    expect(vi.getTimerCount()).toBe(0)
    await vi.advanceTimersByTimeAsync(FIRST_MS)
    expect(ran).toEqual([0])
  })
})
