/**
 * Waiting: for a response, for a while, or until somebody may ask again. It ends after its time, and on dispose.
 */
import { SDKError } from '../../core/errors.ts'
import type { Kernel } from '../../core/kernel/plugin.ts'

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

/**
 * Slows down what other tabs and windows can cause. The first time is at once. Whoever asks again within that time is served at its
 * end, once for all who have asked.
 */
export function paced(kernel: Kernel, everyMs: number, run: () => void): () => void {
  let notUntil = 0
  let isWaiting = false

  const runNow = () => {
    isWaiting = false
    notUntil = Date.now() + everyMs
    run()
  }
  return () => {
    if (isWaiting) return
    const leftMs = notUntil - Date.now()
    // More is left only where the clock was set back.
    if (leftMs <= 0 || leftMs > everyMs) return runNow()
    isWaiting = true
    rest(kernel, leftMs).then(runNow, () => {})
  }
}
