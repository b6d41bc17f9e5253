/**
 * How a session call has ended, in one value. It is computed here and nowhere else.
 */
import type { SDKError } from '../errors.ts'
import type { SessionCall } from './middleware.ts'
import type { SessionResult, SessionSource } from './result.ts'
import type { Session } from './types.ts'

/** What every ending has. */
export interface Ending extends Readonly<SessionCall> {
  /** Who answered, or failed to. Undefined when nobody was asked. */
  readonly source: SessionSource | undefined
  /** The session that was known before. */
  readonly previous: Session | null
}

/** There is a user: `connected` to the publisher, or not. */
interface UserKnown extends Ending {
  readonly outcome: 'connected' | 'notConnected'
  readonly hasLearned: true
  readonly session: Session
  readonly result: SessionResult
  /** Why the response is no newer one, where a newer one was wanted. */
  readonly error?: SDKError | undefined
}

/** There is no user. The service says so by a session without a user, or by the error `session-missing`. */
interface NobodyKnown extends Ending {
  readonly outcome: 'loggedOut'
  readonly hasLearned: true
  readonly session: Session | null
  readonly result: SessionResult
  readonly error?: SDKError | undefined
}

/** Nothing was learned: the service could not be asked, or was in trouble. The session is the one that was known before. */
interface NothingLearned extends Ending {
  readonly outcome: 'unavailable'
  readonly hasLearned: false
  readonly session: Session | null
  readonly result?: undefined
  readonly error: SDKError
}

/** The page is being left to refresh the session cookie. The session is the one that was known before. */
interface Refreshing extends Ending {
  readonly outcome: 'refreshing'
  readonly hasLearned: false
  readonly session: Session | null
  readonly result?: undefined
  readonly error?: undefined
  /** Where the page goes. */
  readonly address: string | undefined
}

/** `session:settled`: how a session call has ended, and whether it has learned who the user is. */
export type SessionSettled = UserKnown | NobodyKnown | NothingLearned | Refreshing

export type SessionOutcome = SessionSettled['outcome']

/** The ending of a call that has found a response. */
export function endingOf(call: SessionCall, previous: Session | null, result: SessionResult): SessionSettled {
  const { source, session, error } = result
  const outcome = !session?.userId ? 'loggedOut' : session.result ? 'connected' : 'notConnected'
  // The compiler does not see that the outcome tells whether there is a session.
  return { ...call, source, previous, hasLearned: true, outcome, session, result, error } as SessionSettled
}

/** The ending of a call that was stopped by an error. */
export function failedEndingOf(call: SessionCall, previous: Session | null, error: SDKError): SessionSettled {
  const ending = { ...call, source: call.asked, previous, hasLearned: false, session: previous } as const
  if (error.reason === 'session-refreshing') return { ...ending, outcome: 'refreshing', address: error.address }
  return { ...ending, outcome: 'unavailable', error }
}
