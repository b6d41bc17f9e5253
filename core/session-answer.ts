/**
 * Reads what a session service answered: a session, or why there is none, and for how long. The answer comes from
 * outside: nothing of it is trusted, and only its own members are read.
 */
import { type Answer, MAX_LIFETIME_MS } from './answer.ts'
import type { Environment } from './environment.ts'
import { SDKError } from './errors.ts'
import { ownMembers } from './own-members.ts'
import type { TransportAnswer } from './transport.ts'
import type { HasSessionSuccessResponse } from './types.ts'

type Unit = Environment['expiresInUnit']

const DEFAULT_LIFETIME_MS = 300_000
// A failure may be over much sooner than it claims: nobody stays anonymous for longer because of one answer.
const MAX_FAILURE_MS = 3_600_000
// From this status on an answer is a failure: the browser follows redirects by itself.
const FIRST_FAILURE = 300

/** Text that says something, or a number. Anything else counts as absent. */
export function usable(value: unknown): string | number | undefined {
  if (typeof value === 'number') return value
  if (typeof value === 'string' && value.trim()) return value
}

/** A number that is written as text is a number. An id beyond what a number holds stays text. */
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

/** How long an answer says that it holds, in milliseconds; undefined when it does not say. */
export function statedLifetimeOf(holder: unknown, unit: Unit): number | undefined {
  const stated = Number(usable(ownMembers(holder).expiresIn))
  if (stated >= 0) return Math.min(stated * (unit === 'seconds' ? 1000 : 1), MAX_LIFETIME_MS)
}

/** How long a session holds from its arrival, in milliseconds; 300 s unless it says so. */
export const lifetimeOf = (session: unknown, unit: Unit): number =>
  statedLifetimeOf(session, unit) ?? DEFAULT_LIFETIME_MS

/** How long a failure holds, in milliseconds: 0 where it may be over at the next call. */
export function failureLifetimeOf({ status, body }: TransportAnswer, error: SDKError, unit: Unit): number {
  const statedMs = statedLifetimeOf(ownMembers(body).response ?? body, unit)
  if (error.reason === 'session-missing') return statedMs ?? DEFAULT_LIFETIME_MS
  // An error within a success says by itself how long it holds.
  return status < FIRST_FAILURE && error.code !== undefined ? (statedMs ?? 0) : 0
}

/** Until when an answer holds, in milliseconds since the epoch. @param error what it was read as, where it is no session */
export function expiryOf(answer: Answer, error: SDKError | undefined, unit: Unit): number {
  if (answer.expiresAt !== undefined) return answer.expiresAt
  const lifetimeMs = error
    ? Math.min(failureLifetimeOf(answer, error, unit), MAX_FAILURE_MS)
    : lifetimeOf(answer.body, unit)
  // Whoever reads it out of a storage drops what would hold for longer than that.
  return Math.min(Date.now() + lifetimeMs, answer.askedAt + MAX_LIFETIME_MS)
}

/** Where the service wants the browser to go for a new cookie, if that is all it says. */
export function redirectOf(answer: TransportAnswer): unknown {
  const { redirectURL, ...more } = ownMembers(answer.body)
  return answer.status < FIRST_FAILURE && !Object.keys(more).length ? redirectURL : undefined
}

/** The failure that an answer states, as an error. */
function failureOf({ status }: TransportAnswer, stated: unknown): SDKError {
  const failure = ownMembers(stated)
  const isTrouble = status >= 500
  // The body of such an answer may be that of a proxy, about a call of its own.
  const code = (!isTrouble && Number(usable(failure.code))) || status
  // A type is a name. Anything else is somebody's data and stays out of errors and logs.
  const type = /^\w{1,64}$/.exec(`${usable(failure.type) ?? ''}`)?.[0]
  if (status === 400 || code === 400) return new SDKError('session-missing', code, { code, type })
  return new SDKError(isTrouble ? 'session-unreachable' : 'session-refused', code, { code, type })
}

/**
 * An answer gives a session, or an error that says why there is no session. Both members are always set, because a script may have
 * added their names to `Object.prototype`.
 */
export type Reading =
  | { readonly session: HasSessionSuccessResponse; readonly error: undefined }
  | { readonly session: undefined; readonly error: SDKError }

const withoutSession = (error: SDKError): Reading => ({ session: undefined, error })

/** Sessions by the body that they were read from, and by themselves: whoever reads one again gets the same object. */
const sessions: WeakMap<object, HasSessionSuccessResponse> = new WeakMap()

/** The session in a body, frozen: callers, listeners and the cache share the one object. */
function sessionIn(body: object, members: Record<string, unknown>): HasSessionSuccessResponse {
  const session: Record<string, unknown> = { ...body, result: !!members.result }
  for (const [name, read] of Object.entries(MEMBERS)) {
    // Also where a script has added the name to all objects: the session's own member hides that one.
    if (name in session) {
      const value = usable(members[name])
      session[name] = value === undefined ? value : read(value)
    }
  }
  const frozen: HasSessionSuccessResponse = Object.freeze(session)
  sessions.set(body, frozen).set(frozen, frozen)
  return frozen
}

/**
 * Reads an answer. Servers are loose, so numbers written as text are read, and members that cannot be used count as absent.
 *
 * @returns a session, or the error `session-missing` (400: no session cookie), `session-refused` or `session-unreachable`
 * (5xx, whatever its body says), each with the `code` and `type` of the failure; `session-malformed` when it is no session at all
 */
export function readAnswer(answer: TransportAnswer): Reading {
  const { body, status } = answer
  const known = status < FIRST_FAILURE ? sessions.get(body as object) : undefined
  if (known) return { session: known, error: undefined }
  const members = ownMembers(body)
  if (status >= FIRST_FAILURE || members.error) return withoutSession(failureOf(answer, members.error))
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  if (isObject && !redirectOf(answer)) return { session: sessionIn(body, members), error: undefined }
  const subject = __DEV__ ? (isObject ? 'a redirect came. Compose sessionRefresh()' : 'no JSON object came') : status
  return withoutSession(new SDKError('session-malformed', subject))
}

/** Whether an answer says who the reader is, or that nobody is logged in. */
export function isAboutReader(answer: TransportAnswer): boolean {
  const { error } = readAnswer(answer)
  return !error || error.reason === 'session-missing'
}
