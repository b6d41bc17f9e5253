/**
 * What a page knows while it waits for the end of a login by popup: a state, and its transitions by name. It touches no browser.
 */
import type { Session } from '../../core/session/types.ts'

export interface PopupWait {
  /** The user who was connected before. */
  readonly before: Session['userId'] | undefined
  /** The popup's last page has sent its message, or the popup is gone: from now on the user of before is a result, too. */
  acceptsSameUser: boolean
  /** How the popup has gone: nobody knows of one that Cross-Origin-Opener-Policy has severed, or that is late. Undefined while it is there. */
  gone: 'closed' | 'unseen' | undefined
  /** The latest question to the service. What an earlier one gets comes too late. */
  question: number
  /** That question was put after the message, and is on its way: its answer knows of the login. */
  isTelling: boolean
  hasEnded: boolean
}

/** The popup opens. @param known the session that the page knows */
export const beginWait = (known: Session | null): PopupWait => ({
  before: known?.result ? known.userId : undefined,
  acceptsSameUser: false,
  gone: undefined,
  question: 0,
  isTelling: false,
  hasEnded: false,
})

/** The popup's last page has sent its message. */
export const hearMessage = (wait: PopupWait): void => {
  wait.acceptsSameUser = true
}

/**
 * The popup is closed, or the waiting has taken too long.
 *
 * @param isClosed whether it is certainly closed
 * @returns whether the service is to be asked. On a slow network the popup is closed while the question after its message is on its way
 */
export const losePopup = (wait: PopupWait, isClosed: boolean): boolean => {
  wait.acceptsSameUser = true
  wait.gone = isClosed ? 'closed' : 'unseen'
  return !wait.isTelling
}

/** The service is asked who reads. @returns the question, for {@link outcomeOf} */
export const askAnew = (wait: PopupWait): number => {
  wait.question++
  wait.isTelling = wait.acceptsSameUser
  return wait.question
}

/** The latest question is answered. */
export const hearAnswer = (wait: PopupWait, question: number): void => {
  if (question === wait.question) wait.isTelling = false
}

/** Whether somebody who is connected has come by this login. */
export const isResult = ({ before, acceptsSameUser }: PopupWait, { userId }: Session): boolean =>
  acceptsSameUser || userId !== before

/**
 * What a response to a question says of the login; undefined where it goes on, or says nothing any more.
 *
 * @param session null: nobody is logged in; undefined: the service could not be asked
 * @param isBlind whether the browser may keep a login from this page
 */
export function outcomeOf(
  wait: PopupWait,
  question: number,
  session: Session | null | undefined,
  isBlind: boolean,
): 'connected' | 'cancelled' | 'unknown' | undefined {
  if (wait.hasEnded || question !== wait.question) return
  if (session?.result && session.userId && isResult(wait, session)) return 'connected'
  if (wait.gone) return wait.gone === 'closed' && session !== undefined && !isBlind ? 'cancelled' : 'unknown'
}

/** Nobody waits any more. */
export const endWait = (wait: PopupWait): void => {
  wait.hasEnded = true
}
