/**
 * Waiting: for an answer, for a while, or until somebody may ask again. It ends after its time, and on dispose.
 */
import { SDKError } from './errors.ts'
import type { Kernel } from './plugin.ts'

/**
 * Runs something for so many milliseconds at most, and not beyond dispose. When either ends it, the signal aborts and the promise
 * rejects at once, since a script that wraps the page's fetch may lose the signal.
 *
 * @throws {SDKError} (rejects) `timeout`, `disposed`, or whatever `run` rejects with
 */
export function within<T>(kernel: Kernel, timeoutMs: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    kernel.throwIfDisposed()
    const controller = new AbortController()
    const giveUp = (reason: SDKError) => {
      end()
      reject(reason)
      controller.abort(reason)
    }
    // The error is made when it is needed: a slow phone takes a millisecond for it, in which the page waits.
    const timer = kernel.window.setTimeout(() => giveUp(new SDKError('timeout', timeoutMs)), timeoutMs)
    const forget = kernel.onDispose(() => giveUp(new SDKError('disposed')))
    const end = () => {
      kernel.window.clearTimeout(timer)
      forget()
    }
    run(controller.signal).finally(end).then(resolve, reject)
  })
}

/** Waits for so many milliseconds. @throws {SDKError} (rejects) `disposed` */
export function rest(kernel: Kernel, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = kernel.window.setTimeout(() => {
      forget()
      resolve()
    }, ms)
    const forget = kernel.onDispose(() => {
      kernel.window.clearTimeout(timer)
      reject(new SDKError('disposed'))
    })
  })
}

const LONGEST_PACE_MS = 300_000

/**
 * Slows down what other tabs and windows can cause. The first time is at once. Whoever asks again soon waits, at first for
 * `firstMs`, then for twice as long as the time before, up to five minutes. It is run once for all who have asked in between.
 * When nobody has asked for a while, the next time is at once again.
 */
export function paced(kernel: Kernel, firstMs: number, run: () => void): () => void {
  let paceMs = firstMs
  let ranAt = -Infinity
  let isWaiting = false

  const runNow = () => {
    isWaiting = false
    ranAt = Date.now()
    run()
  }
  return () => {
    if (isWaiting) return
    const agoMs = Math.abs(Date.now() - ranAt)
    if (agoMs >= 2 * paceMs) paceMs = firstMs
    if (agoMs >= paceMs) return runNow()
    isWaiting = true
    rest(kernel, paceMs - agoMs).then(runNow, () => {})
    paceMs = Math.min(2 * paceMs, LONGEST_PACE_MS)
  }
}
