/**
 * How one JSON GET is made. The transport is a plugin named `transport`, so that a minimal build pays for native fetch
 * only; what all transports share, one attempt with its time-out, stands here.
 */
import { checkOption } from './checks.ts'
import { SDKError } from './errors.ts'
import type { BrowserWindow } from './options.ts'

/** What a server answered, whatever the status. */
export interface TransportAnswer {
  /** HTTP status. */
  status: number
  /** The parsed JSON; undefined when the body was no JSON or too large to be an answer of ours. */
  body: unknown
}

/**
 * Fetches JSON with the cookies of the target, and without headers that would cost a CORS preflight.
 * Resolves for every HTTP status; rejects when no answer came: `SDKError` `timeout`, or whatever the network gave.
 */
export type Transport = (url: string) => Promise<TransportAnswer>

/** Options that the transports share. */
export interface TransportOptions {
  /** Milliseconds that one attempt may take, body included. @default 8000 */
  attemptTimeoutMs?: number
  /** Milliseconds that a call may take in all. @default 20000 */
  totalTimeoutMs?: number
  /** Attempts after the first, for network failures, time-outs and 5xx only. @default 1 */
  retries?: number
}

/**
 * Checks transport options and fills in the defaults.
 *
 * @throws {SDKError} `option-invalid` for a number that is none, or negative
 */
export function resolveTransportOptions(options: TransportOptions = {}): Required<TransportOptions> {
  const { attemptTimeoutMs = 8000, totalTimeoutMs = 20000, retries = 1 } = options
  const resolved = { attemptTimeoutMs, totalTimeoutMs, retries }
  for (const [name, value] of Object.entries(resolved))
    checkOption(Number.isFinite(value) && value >= 0, name, value, 'a number, 0 or more')
  return resolved
}

// A session is about 1 kB. Anything beyond this is not an answer, and parsing it would stall the page.
const MAX_BODY_CHARACTERS = 262_144

/** Parses a body; undefined when it is no JSON or larger than any answer of ours. */
export function parseBody(text: string): unknown {
  try {
    return text.length > MAX_BODY_CHARACTERS ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

// WebKit breaks the connections of a page that is being left before it tells the page so. A moment later the page is gone,
// or asleep in the back/forward cache: so nobody is told of a failure that was none, and a page that wakes tries again.
const LEAVING_MS = 250

/**
 * One attempt: the request, and its body read to the end.
 *
 * @param timeoutMs milliseconds for both
 * @throws {SDKError} `timeout` when the time is over
 */
export async function attempt(
  window: BrowserWindow,
  url: string,
  timeoutMs: number,
): Promise<[number, string]> {
  const late = () => new SDKError('timeout', 'The service did not answer in time.')
  if (timeoutMs <= 0) throw late()
  const controller = new window.AbortController()
  const request = async (): Promise<[number, string]> => {
    try {
      // Past the browser's cache, in which a second call for the same address waits until the first is answered: the
      // question of now would hang with the one from before a login or a clearing.
      const response = await window.fetch(url, {
        credentials: 'include',
        cache: 'no-store',
        signal: controller.signal,
      })
      return [response.status, await response.text()]
    } catch (error) {
      if (!controller.signal.aborted) await new Promise((resolve) => window.setTimeout(resolve, LEAVING_MS))
      throw error
    }
  }
  let timer: number | undefined
  // A race, since scripts that wrap the page's fetch may lose the signal on the way.
  const timeout = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => {
      reject(late())
      controller.abort()
    }, timeoutMs)
  })
  try {
    return await Promise.race([request(), timeout])
  } finally {
    window.clearTimeout(timer)
  }
}
