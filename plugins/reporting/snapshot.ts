/**
 * The session as a value: what is known at one moment. And what a server and the first render in the browser show alike: nothing
 * is known, or the session that the server knows.
 */
import type { SDKErrorReason } from '../../core/reasons.ts'
import type { SessionSource } from '../../core/session/result.ts'
import type { Session } from '../../core/session/types.ts'

/** What every snapshot has. */
interface Known {
  /** When this became known, in milliseconds since the epoch. 0 in a server's snapshot, which has to be the same on both sides. */
  readonly since: number
  /** Where it became known from; undefined before, and after a logout on this page. */
  readonly source: SessionSource | undefined
}

/** There is a user. */
interface WithUser extends Known {
  readonly status: 'connected' | 'notConnected'
  readonly session: Session
  readonly reason: undefined
}

/** A snapshot without a user: `unknown` until somebody asks, `loading` while the first answer is on its way, `loggedOut` when it is there. */
export interface EmptySnapshot extends Known {
  readonly status: 'unknown' | 'loading' | 'loggedOut'
  readonly session: null
  readonly reason: undefined
}

/** The service could not be asked. The session is the one that was known last. */
interface Unavailable extends Known {
  readonly status: 'unavailable'
  readonly session: Session | null
  /** Why. */
  readonly reason: SDKErrorReason
}

/** What is known at one moment. Frozen, and the same object until something changes. */
export type Snapshot = WithUser | EmptySnapshot | Unavailable

/** Nobody has asked yet. One object for all, as stores want it. */
export const UNKNOWN: EmptySnapshot = /* @__PURE__ */ Object.freeze({
  status: 'unknown',
  session: null,
  reason: undefined,
  since: 0,
  source: undefined,
})

/**
 * The snapshot of a session that the page's server knows. A user is connected if `result` is true, as in the page. Without a session it
 * is `unknown`, since the server may know less than the service.
 */
export function serverSnapshot(session: Session | null | undefined): Snapshot {
  if (!session) return UNKNOWN
  const status = session.result ? 'connected' : 'notConnected'
  return Object.freeze({ status, session, reason: undefined, since: 0, source: 'server' })
}
