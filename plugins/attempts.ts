/**
 * What all transports share: time-outs, another attempt after a failure, a limit to what is read, and the end of
 * everything on dispose. No plugin, but what a plugin named `transport` is made of.
 * Hooks: calls fetch:before.
 */
import { checkOption, SDKError } from '../core/errors.ts'
import { given } from '../core/given.ts'
import type { Kernel } from '../core/plugin.ts'
import type { Transport, TransportAnswer } from '../core/transport.ts'

// WebKit breaks the connections of a page that is being left before it tells the page so. A moment later the page is
// gone, or asleep in the back/forward cache: nobody is told of a failure that was none, and a page that wakes tries again.
const LEAVING_MS = 250

// A session is about 1 kB. Whatever is larger is none, and would stall the page.
const MAX_BYTES = 262_144

/** Options that all transports share. */
export interface TransportOptions {
  /** Milliseconds that one attempt may take, body included. @default 8000 */
  attemptTimeoutMs?: number
  /** Milliseconds that a call may take in all. @default 20000 */
  totalTimeoutMs?: number
  /** Attempts after the first, for network failures, time-outs and 5xx only. @default 1 */
  retries?: number
}

/** `fetch:before`: a service is about to be asked. */
export interface FetchBeforeContext {
  readonly url: string
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal
  /** Fill it with a response that is on its way already, and no request is made. */
  response?: Promise<Response>
}

declare module '../core/hooks.ts' {
  interface SyncHooks {
    'fetch:before': FetchBeforeContext
  }
}

/** How a transport asks once. The signal in `init` ends the request when nobody waits for it any more. */
export type Ask = (url: string, init: RequestInit) => Promise<TransportAnswer>

/** Makes a transport of one way to ask. */
export function createTransport(
  { window, signal }: Kernel,
  options: TransportOptions | undefined = {},
  ask: Ask,
): Transport {
  const { attemptTimeoutMs = 8000, totalTimeoutMs = 20_000, retries = 1 } = options
  if (__DEV__)
    for (const [name, value] of Object.entries({ attemptTimeoutMs, totalTimeoutMs, retries }))
      checkOption(value >= 0 && value < Infinity, given(name, value, 'a number, 0 or more'))

  /** One attempt. Rejects by itself when it is ended, since a script that wraps the page's fetch may lose the signal. */
  const attempt = (url: string, timeoutMs: number) =>
    new Promise<TransportAnswer>((resolve, reject) => {
      const controller = new AbortController()
      const end = (cause?: unknown) => {
        window.clearTimeout(timer)
        reject(cause)
        controller.abort(cause)
      }
      const timer = window.setTimeout(end, timeoutMs, new SDKError('timeout', timeoutMs))
      signal.addEventListener('abort', () => end(signal.reason), { signal: controller.signal })
      ask(url, { signal: controller.signal, credentials: 'include', cache: 'no-store' }).then(
        (answer) => end(resolve(answer)),
        (cause) => window.setTimeout(end, LEAVING_MS, cause),
      )
    })

  return async (url) => {
    const end = Date.now() + totalTimeoutMs
    for (let left = retries; ; left--) {
      try {
        const answer = await attempt(url, Math.min(attemptTimeoutMs, end - Date.now()))
        if (left <= 0 || answer.status < 500) return answer
      } catch (cause) {
        if (left <= 0 || signal.aborted || Date.now() >= end) throw cause
      }
    }
  }
}

/**
 * Fetches by the window's own fetch, unless a plugin has a response that is on its way already. Of its body, no more
 * comes than an answer of ours may have: the rest is not read, and the request ends.
 *
 * @throws (rejects) whatever fetch rejects with
 */
export async function fetchLimited({ window, callSync }: Kernel, url: string, init: RequestInit): Promise<Response> {
  const request: FetchBeforeContext = { url, signal: init.signal as AbortSignal, response: undefined }
  callSync('fetch:before', request)
  const response = await (request.response ?? window.fetch(url, init))
  const { TransformStream } = window
  // Leave alone what has no body, though it may have a stream, and what stands in for a response in a publisher's tests.
  if (response.status === 204 || !response.body || !TransformStream) return response
  let leftBytes = MAX_BYTES
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, out) {
      leftBytes -= chunk.length
      // Not text, so that a beginning which happens to be whole is no answer either.
      out.enqueue(leftBytes < 0 ? new Uint8Array(1) : chunk)
      if (leftBytes < 0) out.terminate()
    },
  })
  return new window.Response(response.body.pipeThrough(limit), response)
}

/** Parses a body; undefined when it is no JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {}
}
