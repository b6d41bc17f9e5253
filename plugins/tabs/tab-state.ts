/**
 * What one tab knows of the user beside what all tabs agree on: a state, and its transitions by name. It touches no browser. Functions, and
 * no methods, since a minifier shortens their names.
 */
import type { SessionResult } from '../../core/session/result.ts'
import { fingerprintOf, isSameUser, NO_USER, type SessionEpoch, type UserFingerprint } from './epoch.ts'

export interface TabState {
  /** The user that the page shows; undefined before it shows anything. */
  shown?: UserFingerprint | undefined
  /** Another tab has just learned of a change: its answer is worth waiting for. */
  hasNews?: boolean
  /** The last call has failed while nobody saw the page: it asks once it is seen. */
  owesCall?: boolean
  /** The page is on its way to the logout page. */
  isLoggingOut?: boolean
}

/** Whether the tabs agree on another user than the page shows. */
export const differs = ({ shown }: TabState, { changedAt, user }: SessionEpoch): boolean =>
  changedAt > 0 && shown !== undefined && shown !== user

/** News came: whether it is any for this page. */
export const hearNews = (state: TabState, epoch: SessionEpoch): boolean => {
  state.hasNews = differs(state, epoch)
  return state.hasNews
}

/** A call has ended, and nobody waits for news any more. */
export const endCall = (state: TabState, hasFailedUnseen: boolean): void => {
  state.hasNews = false
  state.owesCall = hasFailedUnseen
}

/** A page that shows nobody yet hears of what changes from now on. */
export const expectUser = (state: TabState, readMark: () => SessionEpoch): void => {
  state.shown ??= readMark().user
}

/**
 * The page shows who reads. A server session may lack the user's number, or whether they are connected by now.
 *
 * @returns whom it shows
 */
export const show = (state: TabState, { source, session }: SessionResult, { user }: SessionEpoch): UserFingerprint => {
  const shown = fingerprintOf(session)
  const isIncomplete = source === 'server' && (shown === NO_USER || isSameUser(shown, user))
  state.shown = isIncomplete ? user : shown
  return state.shown
}

/** The page leaves for the logout page. */
export const beginLogout = (state: TabState): void => {
  state.isLoggingOut = true
  state.shown = NO_USER
}

/** The page is being left: whether that is for the logout page. */
export const endLogout = (state: TabState): boolean => {
  const { isLoggingOut = false } = state
  state.isLoggingOut = false
  return isLoggingOut
}
