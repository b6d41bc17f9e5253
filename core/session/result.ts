/**
 * The session result: what a response says about the reader, since when and until when. A response comes from outside, and is read once, here.
 */
import { SDKError } from '../errors.ts'
import { ownMembers, usable } from '../json.ts'
import type { Environment } from '../options.ts'
import type { Session } from './types.ts'

type Unit = Environment['expiresInUnit']

/**
 * Where a response is from: the page's own server, the cache of this tab, a request that a script in the page's head has
 * begun, another tab, or a request of the library.
 */
export type SessionSource = 'server' | 'cache' | 'head' | 'tab' | 'network'

/** Whether this page has asked the session service for a response from this source. */
export const isRequest = (source: SessionSource | undefined): boolean => source === 'head' || source === 'network'

/** What a server answered, whatever the status. */
export interface TransportResponse {
  /** HTTP status. */
  readonly status: number
  /** The parsed JSON; undefined when the body is no JSON, or too large to be a response of ours. */
  readonly body: unknown
  /** The header `Retry-After`: across origins, only where the service exposes it. */
  readonly retryAfter?: string | undefined
}

/** What the session service answered, before it is read. */
export interface SessionResponse extends TransportResponse {
  readonly source: SessionSource
  /** When the service was asked for it, in milliseconds since the epoch. */
  readonly askedAt: number
}

/** What is known about the reader. Frozen. */
export type SessionResult = {
  readonly source: SessionSource
  /** When the service was asked, in milliseconds since the epoch. */
  readonly askedAt: number
  /** Until when it holds, in milliseconds since the epoch. */
  readonly expiresAt: number
} & (
  | {
      /** Without a `userId` nobody is logged in. */
      readonly session: Session
      /** Why there is nothing newer, where something newer was wanted. */
      readonly error?: SDKError | undefined
    }
  | {
      readonly session: null
      /** `session-missing`: nobody is logged in. */
      readonly error: SDKError
    }
)

/**
 * The longest that anything is kept, 24.8 days. What would last longer is forged, or the clock was set since. It is also the longest
 * that a timer waits: a longer one fires at once.
 */
export const MAX_LIFETIME_MS: number = 2 ** 31 - 1

const DEFAULT_LIFETIME_MS = 300_000
// A failure may be over much sooner than it claims: nobody stays anonymous for longer because of one answer.
const MAX_FAILURE_MS = 3_600_000
// From this status on a response is a failure: the browser follows redirects by itself.
const FIRST_FAILURE = 300
// From this one on it is the service that failed, whatever its body says.
const FIRST_OUTAGE = 500
// Two processes may read the clock a moment apart.
const CLOCK_TOLERANCE_MS = 1000

/** Whether a moment, in milliseconds since the epoch, has come. A later one is forged, or the clock was set back since. */
export const isPast = (at: number): boolean => at <= Date.now() + CLOCK_TOLERANCE_MS

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

const isObject = (body: unknown): body is object => typeof body === 'object' && !!body && !Array.isArray(body)

/** The session in a body, frozen: callers, listeners and the cache share the one object. Undefined where there is none. */
export function readSession(body: unknown): Session | undefined {
  if (!isObject(body)) return
  const members = ownMembers(body)
  const session: Record<string, unknown> = { ...body, result: !!members.result }
  for (const [name, read] of Object.entries(MEMBERS)) {
    // A member that is absent gets undefined of its own where `Object.prototype` has that name.
    if (!(name in session)) continue
    const value = usable(members[name])
    session[name] = value === undefined ? value : read(value)
  }
  return Object.freeze(session)
}

/** How long a response says that it holds, in milliseconds; undefined when it does not say. */
export function statedLifetimeOf(holder: unknown, unit: Unit): number | undefined {
  const stated = Number(usable(ownMembers(holder).expiresIn))
  if (stated >= 0) return Math.min(stated * (unit === 'seconds' ? 1000 : 1), MAX_LIFETIME_MS)
}

/** How long a session holds from its arrival, in milliseconds; 300 s unless it says so. */
export const lifetimeOf = (session: unknown, unit: Unit): number =>
  statedLifetimeOf(session, unit) ?? DEFAULT_LIFETIME_MS

/** Reads `Retry-After`, which holds seconds or a date, as milliseconds. */
function readRetryAfter(retryAfter = ''): number | undefined {
  const ms = /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now()
  if (ms > 0) return ms
}

/** Where the service wants the browser to go for a new cookie, if that is all it says. */
export function redirectOf({ status, body }: TransportResponse): unknown {
  const { redirectURL, ...more } = ownMembers(body)
  return status < FIRST_FAILURE && !Object.keys(more).length ? redirectURL : undefined
}

/** The failure that a response states, as an error; undefined where it states none. */
export function failureIn({ status, body, retryAfter }: TransportResponse, unit?: Unit): SDKError | undefined {
  const { error, response } = ownMembers(body)
  if (status < FIRST_FAILURE && !error) return
  const failure = ownMembers(error)
  // The body of an outage may be that of a proxy, about a call of its own.
  const code = (status < FIRST_OUTAGE && Number(usable(failure.code))) || status
  const isMissing = status === 400 || code === 400
  const statedMs = statedLifetimeOf(response ?? body, unit)
  return new SDKError(
    isMissing ? 'session-missing' : status < FIRST_OUTAGE ? 'session-refused' : 'session-unreachable',
    code,
    {
      code,
      // A type is a name. Anything else is somebody's data and stays out of errors and logs.
      type: /^\w{1,64}$/.exec(`${usable(failure.type) ?? ''}`)?.[0],
      retryAfterMs: readRetryAfter(retryAfter),
      // A failure with the status of a success says by itself how long it holds.
      holdsMs: Math.min(
        isMissing ? (statedMs ?? DEFAULT_LIFETIME_MS) : status < FIRST_FAILURE ? (statedMs ?? 0) : 0,
        MAX_FAILURE_MS,
      ),
    },
  )
}

/**
 * Reads a response of the service. Servers are loose, so numbers written as text are read, and members that cannot be used count as absent.
 *
 * @throws {SDKError} what says nothing about the reader: `session-refused`, `session-unreachable` (5xx, whatever its body says), each with the `code` and
 * `type` of the failure; `session-malformed` when it is no session at all
 */
export function read(response: SessionResponse, unit: Unit): SessionResult {
  const { source, askedAt, status, body } = response
  const found = (
    known: { session: Session } | { session: null; error: SDKError },
    lifetimeMs: number,
  ): SessionResult => {
    const expiresAt = Math.min(Date.now() + lifetimeMs, askedAt + MAX_LIFETIME_MS)
    return Object.freeze({ source, askedAt, expiresAt, ...known })
  }
  const error = failureIn(response, unit)
  if (error?.reason === 'session-missing') return found({ session: null, error }, error.holdsMs as number)
  if (error) throw error
  const session = redirectOf(response) ? undefined : readSession(body)
  if (session) return found({ session }, lifetimeOf(body, unit))
  const subject = __DEV__ && isObject(body) ? 'a redirect came. Compose sessionRefresh()' : 'no JSON object came'
  throw new SDKError('session-malformed', __DEV__ ? subject : status)
}
