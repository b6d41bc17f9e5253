/**
 * Reads what a session service answered: a session, or an SDKError that says why there is none.
 * Everything here treats the answer as outside data.
 */
import { isRecord } from './checks.ts'
import type { Environment } from './environment.ts'
import { SDKError } from './errors.ts'
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

const DEFAULT_LIFETIME_SECONDS = 300
const MAX_LIFETIME_MS = 2 ** 31 - 1

// What the library itself relies on. Members beyond these are the publisher's business and pass through.
const KINDS: Record<string, string> = {
  result: 'boolean',
  userId: 'number',
  userStatus: 'string',
  baseDomain: 'string',
  uuid: 'string',
  sp_id: 'string',
  pairId: 'string',
  sdrn: 'string',
  expiresIn: 'number',
}

/** Until when an answer holds. A session without `expiresIn` is kept for 300 s. */
export function expiryOf(answer: SessionAnswer, environment: Environment): number {
  if (answer.expiresAt !== undefined) return answer.expiresAt
  let { body } = answer
  if (isRecord(body) && isRecord(body.response)) body = body.response
  const stated = isRecord(body) ? body.expiresIn : undefined
  const lifetimeMs =
    typeof stated !== 'number'
      ? DEFAULT_LIFETIME_SECONDS * 1000
      : stated * (environment.expiresInUnit === 'seconds' ? 1000 : 1)
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
  if (!ok || (isRecord(body) && 'error' in body)) throw readFailure(status, ok, body)
  if (!isRecord(body)) throw new SDKError('session-malformed', 'The session service sent no JSON object.')
  for (const name in KINDS) {
    if (body[name] != null && typeof body[name] !== KINDS[name])
      throw new SDKError('session-malformed', `The session service sent a ${name} that is no ${KINDS[name]}.`)
  }
  return Object.freeze(body)
}

function readFailure(status: number, ok: boolean, body: unknown): SDKError {
  const failure = isRecord(body) && isRecord(body.error) ? body.error : {}
  const code = typeof failure.code === 'number' ? failure.code : ok ? undefined : status
  // A type is a name; anything else under it is somebody's data and stays out of errors and logs.
  const type = typeof failure.type === 'string' && /^\w{1,64}$/.test(failure.type) ? failure.type : undefined
  const details = { code, type }
  if (status === 400 || code === 400)
    return new SDKError('session-missing', 'No session: the user is not logged in here.', details)
  if (status >= 500)
    return new SDKError('session-unreachable', `The session service failed (${status}).`, details)
  return new SDKError('session-refused', `The session service refused (${code ?? 'no code'}).`, details)
}
