/**
 * Reads what a session service answered: a session, or an SDKError that says why there is none.
 * Everything here treats the answer as outside data.
 */
import { isRecord } from './checks.ts'
import type { Environment } from './environment.ts'
import { SDKError } from './errors.ts'
import { MAX_LIFETIME_MS } from './storage.ts'
import type { TransportAnswer } from './transport.ts'
import type { HasSessionSuccessResponse } from './types.ts'

/** An answer to a session call, fresh from the service or from a plugin. */
export interface SessionAnswer extends TransportAnswer {
  /** Until when the answer holds, in milliseconds since the epoch. @default what its `expiresIn` says */
  expiresAt?: number
  /** True when the answer was kept from an earlier call, so that it need not be kept again. */
  cached?: boolean
}

/** An answer with its expiry filled in. */
export type DatedAnswer = SessionAnswer & { expiresAt: number }

/** An answer that was a session. */
export type AcceptedAnswer = DatedAnswer & { body: HasSessionSuccessResponse }

const DEFAULT_LIFETIME_MS = 300_000

// What the library itself relies on. Members beyond these are the publisher's business and pass through.
const KINDS: Record<string, string[]> = {
  boolean: ['result'],
  number: ['userId', 'expiresIn'],
  string: ['userStatus', 'baseDomain', 'uuid', 'sp_id', 'pairId', 'sdrn'],
}

/** Until when a fresh answer holds. A session without `expiresIn` is kept for 300 s. */
export function expiryOf({ body }: SessionAnswer, { expiresInUnit }: Environment): number {
  const holder = isRecord(body) && isRecord(body.response) ? body.response : body
  const stated = isRecord(holder) ? holder.expiresIn : undefined
  const unitMs = expiresInUnit === 'seconds' ? 1000 : 1
  const lifetimeMs = typeof stated === 'number' ? stated * unitMs : DEFAULT_LIFETIME_MS
  return Date.now() + Math.min(Math.max(lifetimeMs, 0), MAX_LIFETIME_MS)
}

/**
 * The session in an answer, frozen: callers, listeners and the cache share the one object.
 *
 * @throws {SDKError} `session-missing` (400: no session cookie), `session-refused`, `session-unreachable` (5xx),
 * each with the `code` and `type` of the failure; `session-malformed` when it is no session at all
 */
export function readSession({ status, body }: SessionAnswer): HasSessionSuccessResponse {
  const ok = status >= 200 && status < 300
  const session = isRecord(body) ? body : undefined
  if (!ok || (session && 'error' in session)) throw readFailure(status, ok, session?.error)
  const malformed = (why: string) => new SDKError('session-malformed', `The session service sent ${why}.`)
  if (!session) throw malformed('no JSON object')
  if ('redirectURL' in session && Object.keys(session).length === 1)
    throw malformed('a redirect: compose sessionRefresh()')
  for (const [kind, names] of Object.entries(KINDS)) {
    for (const name of names)
      if (session[name] != null && typeof session[name] !== kind)
        throw malformed(`a ${name} that is no ${kind}`)
  }
  return Object.freeze(session)
}

function readFailure(status: number, ok: boolean, error: unknown): SDKError {
  const failure = isRecord(error) ? error : {}
  const code = typeof failure.code === 'number' ? failure.code : ok ? undefined : status
  // A type is a name; anything else under it is somebody's data and stays out of errors and logs.
  const type = typeof failure.type === 'string' && /^\w{1,64}$/.test(failure.type) ? failure.type : undefined
  const details = { code, type }
  if (status === 400 || code === 400)
    return new SDKError('session-missing', 'No session: the user is not logged in here.', details)
  const reason = status >= 500 ? 'session-unreachable' : 'session-refused'
  return new SDKError(reason, `The session service failed (${code ?? status}).`, details)
}
