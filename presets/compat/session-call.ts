/**
 * `hasSession` as that client has it: one promise while a call is on its way, one object for its caller and its listeners, and the
 * address while the page is being left to refresh the session cookie.
 */
import type { SDKError } from '../../core/errors.ts'
import type { IdentityCore } from '../../core/kernel/plugin.ts'
import type { HasSessionSuccessResponse as Session } from '../../core/session/types.ts'
import { copyOf, sentOf } from './as-sent.ts'
import { inItsWords } from './failure.ts'

/** What session calls have come to. */
export interface Outcomes {
  /** Makes the copy of a session that a page is given for one call. */
  newCopy(session: Session): void
  /** The copy that was made last. A call that was overtaken by a clearing gets one of its own. */
  lastCopy(session: Session): Session
  /** Whether the page is being left to refresh the session cookie. */
  isRefreshing: boolean
  /** The address, for the call that has led to it. */
  refreshAddress: string | undefined
}

export function createOutcomes(): Outcomes {
  const copies = new WeakMap<Session, Session>()
  const fresh = (session: Session): Session => copyOf(sentOf(session))

  return {
    isRefreshing: false,
    refreshAddress: undefined,
    newCopy(session) {
      copies.set(session, fresh(session))
    },
    lastCopy: (session) => copies.get(session) ?? fresh(session),
  }
}

/** Gives a failure of a session call that client's message. */
export const failed = (error: SDKError): SDKError =>
  error.reason === 'disposed' ? error : inItsWords(error, 'HasSession failed')

/** Makes `hasSession` of one instance. */
export function createSessionCall(
  identity: Pick<IdentityCore, 'hasSession'>,
  outcomes: Outcomes,
): () => Promise<Session | string> {
  let flight: Promise<Session> | undefined
  let answer: Promise<Session | string>

  return () => {
    const asked = identity.hasSession()
    if (asked !== flight) {
      flight = asked
      answer = asked.then(
        (session) => outcomes.refreshAddress ?? outcomes.lastCopy(session),
        (error: SDKError) => {
          if (error.reason === 'session-refreshing') return outcomes.refreshAddress ?? {}
          throw failed(error)
        },
      )
    }
    return answer
  }
}
