/**
 * An end for what goes over the network: after its time, and on dispose.
 */
import { SDKError } from './errors.ts'
import type { Kernel } from './plugin.ts'

// WebKit breaks the connections of a page that is being left before it tells the page so. A moment later the page is
// gone, or asleep in the back/forward cache: nobody is told of a failure that was none, and a page that wakes tries again.
// Up to five times as long before another attempt: clients that come back together would break a service once more.
const BREAK_MS = 300

/**
 * Runs something that may take so many milliseconds, and until the identity is disposed. It rejects by itself then,
 * since a script that wraps the page's fetch may lose the signal.
 *
 * @param until the moment at which whoever waits is told of a failure at the latest, in milliseconds since the epoch
 * @param spread how many times as long a failure may be held back by chance
 * @throws {SDKError} (rejects) `timeout`, `disposed`, or whatever `run` rejects with
 */
export function within<T>(
  kernel: Kernel,
  timeoutMs: number,
  run: (signal: AbortSignal) => Promise<T>,
  until: number = Infinity,
  spread: number = 0,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController()
    const end = (cause?: unknown) => {
      kernel.window.clearTimeout(timer)
      reject(cause)
      // Without a reason the browser would make an error of its own, for which a phone takes longer than for all else here.
      controller.abort(cause ?? null)
    }
    // The error is made when it is wanted, for the same reason.
    let timer = kernel.window.setTimeout(() => end(new SDKError('timeout', timeoutMs)), timeoutMs)
    kernel.signal.addEventListener('abort', () => end(kernel.signal.reason), { signal: controller.signal })
    run(controller.signal).then(
      (result) => end(resolve(result)),
      (cause) => {
        kernel.window.clearTimeout(timer)
        timer = kernel.window.setTimeout(
          end,
          Math.min(BREAK_MS * (1 + spread * Math.random()), until - Date.now()),
          cause,
        )
      },
    )
  })
}
