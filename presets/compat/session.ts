/**
 * The session as the account-sdk-browser has it: as the service has sent it, one promise while a call is on its way, one object for its caller and its
 * listeners, and the address while the page is being left to refresh the session cookie.
 * Hooks: session:fetched, session:settled, session:cleared, logout:before. Storage: takes away that of `Monetization`. Methods: none.
 */
import type { SDKError } from '../../core/errors.ts'
import { ownMembers } from '../../core/json.ts'
import type { IdentityCore, Plugin } from '../../core/kernel/plugin.ts'
import { isRequest, readSession, type SessionResponse } from '../../core/session/result.ts'
import type { Session } from '../../core/session/types.ts'
import { sessionNews } from '../../plugins/reporting/session-events.ts'
import { forgetAccess } from './access.ts'
import { sessionFailure } from './errors.ts'

// From this status on a response is no session.
const FIRST_FAILURE = 300

/** Whether a body is an object, and so can have members. */
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * A response as the kernel is given it: a lifetime of 0 is left out, so that it holds for five minutes. The kernel's session has a result in
 * any case, and lacks what it cannot use. Where the one that was sent differs, it goes along in a member of its own.
 */
function withLifetime(answer: SessionResponse): SessionResponse {
  const { status, body } = answer
  if (!isRecord(body)) return answer
  const { error, response, expiresIn } = ownMembers(body)
  if (error || status >= FIRST_FAILURE) {
    const stated = ownMembers(response ?? body).expiresIn
    return { ...answer, body: { error, expiresIn: Number(stated) || undefined } }
  }
  const dated = Number(expiresIn) ? body : { ...body, expiresIn: undefined }
  // Most sessions are read as they were sent.
  const isAsSent = JSON.stringify(readSession(dated)) === JSON.stringify(body)
  return { ...answer, body: isAsSent ? body : { ...dated, asSent: body } }
}

/** The session as it was sent. Any script of the page may have written what is kept of it. */
export function sentOf(session: Session): Session {
  const { asSent } = ownMembers(session)
  return isRecord(asSent) ? asSent : session
}

/** A copy for a page, down to the last member, without what is undefined. */
export const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))

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

/** The legacy behaviour of the account-sdk-browser in the session call. @param outcomes is told of each call */
export const sessionHabits = (outcomes: Outcomes): Plugin => ({
  name: 'legacy-session',
  setup(kernel) {
    // The sessions that it compares are the kernel's: a service may send an id as text.
    const compare = sessionNews((name, session) => kernel.emit(name, session && outcomes.lastCopy(session)))
    // Neither a logout nor a failure forgets it: the next session is compared with it.
    let last: Session | undefined

    kernel.hook('session:cleared', () => forgetAccess(kernel))
    kernel.hook('session:fetched', (fetched) => {
      fetched.response = withLifetime(fetched.response)
    })
    kernel.hook('session:settled', (settled) => {
      const { outcome, source, session, result, error } = settled
      outcomes.isRefreshing = outcome === 'refreshing'
      // Where nobody was asked, the page was being left already.
      outcomes.refreshAddress = outcome === 'refreshing' && source ? settled.address : undefined
      // Nobody reads any more, or somebody else.
      const isOther = last && session && last.userId !== session.userId
      if (isOther || (outcome === 'loggedOut' && isRequest(source))) forgetAccess(kernel)
      if (error) kernel.emit('error', sessionFailure(error))
      else if (session && result) {
        outcomes.newCopy(session)
        compare(last, session)
        last = session
      }
    })
    kernel.hook('logout:before', () => kernel.emit('logout', null))
  },
})

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
          throw sessionFailure(error)
        },
      )
    }
    return answer
  }
}
