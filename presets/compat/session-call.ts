/**
 * `hasSession` as that client has it: one promise while a call is on its way, one object for its caller and its listeners, and the
 * address while the page is being left to refresh the session cookie.
 */
import type { SDKError } from '../../core/errors.ts'
import type { IdentityCore } from '../../core/plugin.ts'
import type { HasSessionSuccessResponse as Session } from '../../core/types.ts'
import { asSent } from './as-sent.ts'
import { inItsWords } from './failure.ts'

/** What session calls have come to. */
export interface Outcomes {
  /** Makes the copy of a session that a page is given for one call. */
  copy(session: Session): Session
  /** The copy that was made last. A call that was overtaken by a clearing gets one of its own. */
  copyOf(session: Session): Session
  /** Whether the page is being left to refresh the session cookie. */
  isRefreshing: boolean
  /** The address, for the call that has led to it. */
  refreshAddress: string | undefined
}

export function createOutcomes(): Outcomes {
  const copies = new WeakMap<Session, Session>()
  return {
    isRefreshing: false,
    refreshAddress: undefined,
    copy(session) {
      const copy = asSent(session)
      copies.set(session, copy)
      return copy
    },
    copyOf: (session) => copies.get(session) ?? asSent(session),
  }
}

export interface SessionCall {
  ask(): Promise<Session | string>
  isRefreshing(): boolean
}

/** Gives a failure of a session call that client's message. */
export const failed = (error: SDKError): SDKError =>
  error.reason === 'disposed' ? error : inItsWords(error, 'HasSession failed')

export function createSessionCall(identity: Pick<IdentityCore, 'hasSession'>, outcomes: Outcomes): SessionCall {
  let flight: Promise<Session> | undefined
  let answer: Promise<Session | string>

  return {
    isRefreshing: () => outcomes.isRefreshing,
    ask() {
      const asked = identity.hasSession()
      if (asked !== flight) {
        flight = asked
        answer = asked.then(
          (session) => outcomes.refreshAddress ?? outcomes.copyOf(session),
          (error: SDKError) => {
            if (error.reason === 'session-refreshing') return outcomes.refreshAddress ?? {}
            throw failed(error)
          },
        )
      }
      return answer
    },
  }
}
