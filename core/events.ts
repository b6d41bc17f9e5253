/**
 * The events of an identity. A listener that throws harms neither the caller nor the listeners after it.
 */
import { checkArgument, type SDKError } from './errors.ts'
import { given } from './given.ts'
import type { HasSessionSuccessResponse } from './types.ts'

type SessionOrNone = HasSessionSuccessResponse | null

/**
 * Event names and what their listeners get (section 6). Declare more on it for events of your own.
 * Use the payload: a listener that asks for the session again is told again, as cached answers emit their events too.
 */
export interface IdentityEvents {
  /** An error happened; for debugging. */
  error: SDKError
  /** The user is logged in. */
  login: HasSessionSuccessResponse
  /** The user logged out. */
  logout: SessionOrNone
  /** Another user than before. */
  userChange: HasSessionSuccessResponse
  /** There is or was a logged-in user. */
  sessionChange: SessionOrNone
  /** There is and was no logged-in user. */
  notLoggedin: SessionOrNone
  /** The first session with a user in this instance. */
  sessionInit: HasSessionSuccessResponse
  /** `userStatus` changed. */
  statusChange: SessionOrNone
  /** The simplified login widget is displayed. */
  simplifiedLoginOpened: null
  /** The user closed the simplified login widget. */
  simplifiedLoginCancelled: null
}

export type EventName = keyof IdentityEvents & string
export type Listener<Name extends EventName> = (payload: IdentityEvents[Name]) => void

/** Subscription to events. */
export interface Events {
  /**
   * Calls `listener` at each event of this name; adding it twice counts once.
   *
   * @returns a function that takes the listener off again
   * @throws {SDKError} `argument-invalid` when `listener` is no function
   */
  on<Name extends EventName>(event: Name, listener: Listener<Name>): () => void
  /** Like `on`, for the next event only. */
  once<Name extends EventName>(event: Name, listener: Listener<Name>): () => void
  /** Takes a listener off; without `listener`, all of that event. */
  off<Name extends EventName>(event: Name, listener?: Listener<Name>): void
  /** Calls the listeners of an event in the order in which they were added. */
  emit<Name extends EventName>(event: Name, payload: IdentityEvents[Name]): void
}

type AnyListener = (payload: never) => void

/**
 * Creates the events of one instance.
 *
 * @param guard runs a listener, and keeps what it throws from the others
 */
export function createEvents(guard: (run: () => void) => void, signal: AbortSignal): Events {
  // Maps, so that adding and removing stay cheap with thousands of listeners. The value says: once only.
  const listeners = new Map<string, Map<AnyListener, boolean>>()

  const add = (event: string, listener: AnyListener, once: boolean) => {
    if (__DEV__) checkArgument(typeof listener === 'function', given('listener', listener, 'a function'))
    const ofEvent = listeners.get(event) ?? new Map<AnyListener, boolean>()
    listeners.set(event, ofEvent.set(listener, once))
    return () => void ofEvent.delete(listener)
  }

  return {
    on: (event, listener) => add(event, listener, false),
    once: (event, listener) => add(event, listener, true),
    off(event, listener) {
      if (listener) listeners.get(event)?.delete(listener)
      else listeners.delete(event)
    },
    emit(event, payload) {
      const ofEvent = listeners.get(event)
      if (!ofEvent || signal.aborted) return
      for (const [listener, once] of [...ofEvent]) {
        if (once) ofEvent.delete(listener)
        guard(() => listener(payload as never))
      }
    },
  }
}
