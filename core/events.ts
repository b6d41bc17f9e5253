/**
 * The events of an identity. When a listener throws, the caller and the other listeners go on.
 */
import type { SDKError } from './errors.ts'
import type { HasSessionSuccessResponse } from './types.ts'

type SessionOrNone = HasSessionSuccessResponse | null

/**
 * Event names and what their listeners get (section 6). Declare events of your own on it.
 * Use the payload: a listener that asks for the session later causes the same events again, since cached answers emit them, too.
 */
export interface IdentityEvents {
  /**
   * A session call has failed, also because nobody is logged in (400). Or a request for access has failed, a `state` function of the
   * widget threw, or `logout` was given an unusable address. For debugging.
   */
  error: SDKError
  /** There is a logged-in user. Emitted at every session call, even if nothing has changed. */
  login: HasSessionSuccessResponse
  /**
   * A session call has found no user where there was one, or `logout()` was called, which emits it with null. When a session expires,
   * nothing is emitted until the next call. A listener that calls `logout()` after an `await` causes it again.
   */
  logout: SessionOrNone
  /** Another user than before. */
  userChange: HasSessionSuccessResponse
  /** There is or was a logged-in user. Emitted at every session call, even if nothing has changed. */
  sessionChange: SessionOrNone
  /** There is and was no logged-in user. */
  notLoggedin: SessionOrNone
  /** The first session with a user in this instance. */
  sessionInit: HasSessionSuccessResponse
  /** `userStatus` changed. */
  statusChange: SessionOrNone
}

export type EventName = keyof IdentityEvents & string
export type Listener<Name extends EventName> = (payload: IdentityEvents[Name]) => void

/** Subscription to events. */
export interface Events {
  /**
   * Calls `listener` at each event of this name. A listener that is added twice is called once.
   *
   * @returns a function that removes the listener
   * @throws {SDKError} (in development) `argument-invalid` when `listener` is no function
   */
  on<Name extends EventName>(event: Name, listener: Listener<Name>): () => void
  /** Like `on`, for the next event only. @throws {SDKError} (in development) `argument-invalid` when `listener` is no function */
  once<Name extends EventName>(event: Name, listener: Listener<Name>): () => void
  /** Removes a listener; without `listener`, all listeners of that event. */
  off<Name extends EventName>(event: Name, listener?: Listener<Name>): void
  /** Calls the listeners of an event in the order in which they were added. */
  emit<Name extends EventName>(event: Name, payload: IdentityEvents[Name]): void
}
