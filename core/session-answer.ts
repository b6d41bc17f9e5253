/**
 * Reads what a session service answered: a session, or an SDKError that says why there is none. Everything here treats
 * the answer as outside data, and reads its own members only.
 */
import type { Environment } from './environment.ts'
import { check, SDKError } from './errors.ts'
import { MAX_LIFETIME_MS } from './storage.ts'
import type { TransportAnswer } from './transport.ts'
import type { HasSessionSuccessResponse } from './types.ts'

export interface SessionAnswer extends TransportAnswer {
  /** Until when the answer holds, in milliseconds since the epoch. @default what its `expiresIn` says */
  expiresAt?: number
}

/** An answer that was a session. */
export interface AcceptedAnswer extends SessionAnswer {
  body: HasSessionSuccessResponse
  expiresAt: number
}

const DEFAULT_LIFETIME_MS = 300_000
// A failure may be over much sooner than it claims: nobody stays anonymous for longer because of one answer.
const MAX_FAILURE_MS = 3_600_000
// From here on a status says failure: redirects are followed by the browser.
const FAILURES = 300

/** An object's own members, and nothing that a script has added to all objects. */
const ownMembers = (value: unknown): Record<string, unknown> => ({ __proto__: null, ...(value as object) })

/** Text or a number; anything else, and empty text, counts as absent. */
export const usable = (value: unknown): string | number | undefined =>
  typeof value === 'number' || (typeof value === 'string' && value) ? (value as string | number) : undefined

/** A number that is written as text is a number; an id beyond what a number holds stays text. */
const toNumber = (value: string | number) => (`${+value}` === `${value}` ? +value : value)

const MEMBERS = {
  userId: (value: string | number) => toNumber(value) || undefined,
  expiresIn: toNumber,
  uuid: String,
  sp_id: String,
  pairId: String,
  sdrn: String,
  baseDomain: String,
  userStatus: String,
}

/** How long an answer holds from its arrival, in milliseconds; 300 s unless it says so. */
export function lifetimeOf(holder: unknown, env: Environment): number {
  const stated = Number(usable(ownMembers(holder).expiresIn))
  return stated >= 0
    ? Math.min(stated * (env.expiresInUnit === 'seconds' ? 1000 : 1), MAX_LIFETIME_MS)
    : DEFAULT_LIFETIME_MS
}

/** Where the service wants the browser to go for a new cookie, if that is all it says. */
export function redirectOf(answer: SessionAnswer): unknown {
  const { redirectURL, ...more } = ownMembers(answer.body)
  return answer.status < FAILURES && !Object.keys(more).length ? redirectURL : undefined
}

/**
 * The session in an answer, frozen: callers, listeners and the cache share the one object. Servers are loose, so numbers
 * written as text are read, and members that cannot be used count as absent. Fills the answer's `expiresAt`.
 *
 * @throws {SDKError} `session-missing` (400: no session cookie), `session-refused`, `session-unreachable` (5xx),
 * each with the `code` and `type` of the failure; `session-malformed` when it is no session at all
 */
export function readSession(answer: SessionAnswer, env: Environment): HasSessionSuccessResponse {
  const members = ownMembers(answer.body)
  const isFailure = answer.status >= FAILURES || members.error

  const lifetimeMs = lifetimeOf((isFailure && members.response) || members, env)
  answer.expiresAt ??= Date.now() + (isFailure ? Math.min(lifetimeMs, MAX_FAILURE_MS) : lifetimeMs)

  if (isFailure) {
    const failure = ownMembers(members.error)
    const code = Number(usable(failure.code)) || answer.status
    // A type is a name; anything else under it is somebody's data and stays out of errors and logs.
    const type = /^\w{1,64}$/.exec(`${usable(failure.type) ?? ''}`)?.[0]
    const isMissing = answer.status === 400 || code === 400
    const reason = isMissing ? 'session-missing' : answer.status >= 500 ? 'session-unreachable' : 'session-refused'
    throw new SDKError(reason, code, { code, type })
  }
  const isObject = answer.body && typeof answer.body === 'object' && !Array.isArray(answer.body)
  check(
    isObject && !redirectOf(answer),
    'session-malformed',
    __DEV__ ? (isObject ? 'a redirect came, compose sessionRefresh()' : 'no JSON object came') : `${answer.status}`,
  )
  const session: Record<string, unknown> = { ...(answer.body as object), result: !!members.result }
  for (const [name, read] of Object.entries(MEMBERS)) {
    // Also where a script has added the name to all objects: the session's own member hides that one.
    if (name in session) {
      const value = usable(members[name])
      session[name] = value === undefined ? value : read(value)
    }
  }
  return Object.freeze(session as HasSessionSuccessResponse)
}
