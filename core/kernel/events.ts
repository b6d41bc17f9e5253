/**
 * The events of an identity. When a listener throws, the caller and the other listeners go on.
 */
import { checkArgument, expected } from '../errors.ts'
import type { IdentityEvents } from '../session/types.ts'
import type { Guard } from './lifecycle.ts'

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

type AnyListener = (payload: never) => void

/** The events of one instance, as its kernel has them. */
export interface HeldEvents extends Events {
  /** Runs something. What it emits reaches the listeners afterwards: they are code of the page, which may change anything. */
  emitAfter(run: () => void): void
}

/** Creates the events of one instance. @param guard runs a listener, and keeps what it throws from the others */
export function createEvents(guard: Guard, isDisposed: () => boolean): HeldEvents {
  /** The listeners of each event. The value says whether a listener is called only once. */
  const listeners = new Map<string, Map<AnyListener, boolean>>()
  /** What is held back; undefined while nothing is. */
  let held: (() => void)[] | undefined

  const add = (event: string, listener: AnyListener, once: boolean) => {
    if (__DEV__) checkArgument(typeof listener === 'function', expected('listener', listener, 'a function'))
    const ofEvent = listeners.get(event) ?? new Map<AnyListener, boolean>()
    // One that is there for every event stays so.
    listeners.set(event, ofEvent.set(listener, once && ofEvent.get(listener) !== false))
    return () => void ofEvent.delete(listener)
  }

  const emit = (event: string, payload: unknown) => {
    const ofEvent = listeners.get(event)
    for (const [listener, once] of [...(ofEvent ?? [])]) {
      // A listener before may have disposed of the instance.
      if (isDisposed()) return
      // One of `once` may be gone by now: a listener before has emitted the event as well.
      // The map holds listeners of every event: their types are those of `on` and `emit`.
      if (!once || ofEvent?.delete(listener)) guard(() => listener(payload as never))
    }
  }

  return {
    on: (event, listener) => add(event, listener, false),
    once: (event, listener) => add(event, listener, true),
    off(event, listener) {
      if (listener) listeners.get(event)?.delete(listener)
      else listeners.delete(event)
    },
    emit(event, payload) {
      if (held) held.push(() => emit(event, payload))
      else emit(event, payload)
    },
    emitAfter(run) {
      if (held) return run()
      const all: (() => void)[] = []
      held = all
      try {
        guard(run)
      } finally {
        // Whatever throws: where the stack is full, the guard does. What is held back for ever would never be heard.
        held = undefined
      }
      for (const emitNow of all) guard(emitNow)
    },
  }
}
