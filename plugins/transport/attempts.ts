/**
 * What all transports share: how often they ask, and how long they wait.
 */
import { draw } from '../../core/chance.ts'
import { checkOption, SDKError } from '../../core/errors.ts'
import { given } from '../../core/given.ts'
import type { Kernel } from '../../core/plugin.ts'
import type { BegunRequest, Transport, TransportAnswer } from '../../core/transport.ts'
import { rest, within } from '../../core/waiting.ts'

// WebKit breaks the connections of a page that is being left before it tells the page so. A moment later the page is
// gone, or asleep in the back/forward cache: nobody hears of a failure that was none, and a page that wakes tries again.
const BREAK_MS = 300
// Clients that come back together would break a service once more: they wait by chance up to 1 + BREAK_SPREAD times as long.
const BREAK_SPREAD = 4

/** Options that all transports share. */
export interface TransportOptions {
  /** Milliseconds that one attempt may take, body included. @default 8000 */
  attemptTimeoutMs?: number | undefined
  /** Milliseconds that all attempts of a call may take together. @default 20000 */
  totalTimeoutMs?: number | undefined
  /** Attempts after the first, for broken connections only: never after an answer, nor after a time-out. @default 1 */
  retries?: number | undefined
}

/** How a transport asks once. The signal in `init` ends the request when nobody waits for it any more. */
export type Ask = (url: string, init: RequestInit, begun?: BegunRequest) => Promise<TransportAnswer>

/** What each request is made with. */
function requestInit(kernel: Kernel, signal: AbortSignal): RequestInit {
  const init: RequestInit = { credentials: 'include', cache: 'no-store' }
  const { EventTarget } = kernel.window
  // The signal of a polyfill, or of another realm, would make fetch fail: the request goes on to its end then.
  return EventTarget && signal instanceof EventTarget ? { ...init, signal } : init
}

/**
 * Makes a transport out of a function that asks once.
 *
 * @param ask makes one request. It is called again after a broken connection
 * @throws {SDKError} (in development) `option-invalid` for an option that is not a number, or negative
 */
export function createTransport(kernel: Kernel, options: TransportOptions | undefined = {}, ask: Ask): Transport {
  const { attemptTimeoutMs = 8000, totalTimeoutMs = 20_000, retries = 1 } = options
  if (__DEV__)
    for (const [name, value] of Object.entries({ attemptTimeoutMs, totalTimeoutMs, retries }))
      checkOption(value >= 0 && value < Infinity, given(name, value, 'a number, 0 or more'))

  return async (url, begun) => {
    let end = Date.now() + totalTimeoutMs
    const leftMs = () => end - Date.now()
    for (let attempt = 0; ; attempt++) {
      const first = attempt === 0 ? begun : undefined
      try {
        return await within(kernel, Math.min(attemptTimeoutMs, leftMs()), (signal) => {
          if (first) signal.addEventListener('abort', () => first.abort(signal.reason))
          return ask(url, requestInit(kernel, signal), first)
        })
      } catch (cause) {
        if (SDKError.is(cause)) throw cause
        const isLast = attempt >= retries
        const breakMs = isLast ? BREAK_MS : BREAK_MS * (1 + BREAK_SPREAD * draw(kernel.window))
        const restMs = Math.min(breakMs, leftMs())
        const wakesAt = Date.now() + restMs
        await rest(kernel, restMs)
        // A page that slept longer, in the back/forward cache or with its computer, has not used that time.
        end += Math.max(0, Date.now() - wakesAt)
        if (isLast || leftMs() <= 0) throw cause
      }
    }
  }
}
