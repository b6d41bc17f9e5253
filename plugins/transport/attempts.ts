/**
 * What all transports share: another attempt after a failure, and a limit to what is read.
 * Hooks: calls fetch:before.
 */
import { checkOption, SDKError } from '../../core/errors.ts'
import { given } from '../../core/given.ts'
import type { Kernel } from '../../core/plugin.ts'
import type { Transport, TransportAnswer } from '../../core/transport.ts'
import { within } from '../../core/within.ts'

// A session is about 1 kB. Whatever is larger is none, and would stall the page.
const MAX_BYTES = 262_144

/** Options that all transports share. */
export interface TransportOptions {
  /** Milliseconds that one attempt may take, body included. @default 8000 */
  attemptTimeoutMs?: number
  /** Milliseconds that a call may take in all. @default 20000 */
  totalTimeoutMs?: number
  /** Attempts after the first, for broken connections only: never after an answer, nor after a time-out. @default 1 */
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

declare module '../../core/hooks.ts' {
  interface SyncHooks {
    'fetch:before': FetchBeforeContext
  }
}

declare module '../../core/transport.ts' {
  interface TransportAnswer {
    /** The header `Retry-After`: across origins, only where the service exposes it. */
    retryAfter?: string
  }
}

/** How a transport asks once. The signal in `init` ends the request when nobody waits for it any more. */
export type Ask = (url: string, init: RequestInit) => Promise<TransportAnswer>

/** Makes a transport of one way to ask. */
export function createTransport(kernel: Kernel, options: TransportOptions | undefined = {}, ask: Ask): Transport {
  const { attemptTimeoutMs = 8000, totalTimeoutMs = 20_000, retries = 1 } = options
  if (__DEV__)
    for (const [name, value] of Object.entries({ attemptTimeoutMs, totalTimeoutMs, retries }))
      checkOption(value >= 0 && value < Infinity, given(name, value, 'a number, 0 or more'))

  return async (url) => {
    const end = Date.now() + totalTimeoutMs
    for (let left = retries; ; left--) {
      try {
        return await within(
          kernel,
          Math.min(attemptTimeoutMs, end - Date.now()),
          (signal) => ask(url, { signal, credentials: 'include', cache: 'no-store' }),
          end,
          left > 0 ? 4 : 0,
        )
      } catch (cause) {
        if (left <= 0 || SDKError.is(cause) || Date.now() >= end) throw cause
      }
    }
  }
}

/**
 * Fetches by the window's own fetch, unless a plugin has a response that is on its way already.
 *
 * @returns the response and its text; no text where there is more than an answer of ours may have: the rest is not read, and
 * the request ends
 * @throws (rejects) whatever fetch rejects with
 */
export async function fetchLimited(kernel: Kernel, url: string, init: RequestInit): Promise<[Response, text: string]> {
  const request: FetchBeforeContext = { url, signal: init.signal as AbortSignal, response: undefined }
  kernel.callSync('fetch:before', request)
  const response = await (request.response ?? kernel.window.fetch(url, init))
  const reader = response.body?.getReader?.()
  // What stands in for a response in a publisher's tests has no stream, or another kind of it.
  if (!reader) return [response, await response.text()]
  const decoder = new TextDecoder()
  let text = ''
  for (let leftBytes = MAX_BYTES; ; ) {
    const { value } = await reader.read()
    if (!value) return [response, text]
    text += decoder.decode(value, { stream: true })
    leftBytes -= value.length
    if (leftBytes < 0) {
      // Nothing, so that a beginning which happens to be whole is no answer either.
      text = ''
      reader.cancel()
    }
  }
}

/** Parses a body; undefined when it is no JSON. */
export function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {}
}
