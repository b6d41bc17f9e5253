/**
 * Events as the client that sites use today has them: with a context, as often as they were added, and with any arguments. Each call
 * answers with the instance.
 */
import type { Any, Listener } from './types.ts'

interface Heard {
  readonly call: Listener
  readonly context: Any
  readonly isOnce: boolean
}

/** The listeners of one instance, by event. */
interface Listeners {
  add(event: string, heard: Heard): void
  /** Takes off what was added with this function; without it, all. */
  remove(event: string, call?: Listener): void
  /** Calls those of an event, and keeps what one throws from the others. */
  callAll(event: string, args: readonly Any[]): void
}

function createListeners(report: (error: unknown) => void): Listeners {
  const byEvent = new Map<string, readonly Heard[]>()
  const of = (event: string) => byEvent.get(event) ?? []
  const keep = (event: string, isKept: (heard: Heard) => boolean) => void byEvent.set(event, of(event).filter(isKept))

  return {
    add: (event, heard) => void byEvent.set(event, [...of(event), heard]),
    remove: (event, call) => keep(event, (other) => call !== undefined && other.call !== call),
    callAll(event, args) {
      for (const heard of of(event)) {
        if (heard.isOnce) keep(event, (other) => other !== heard)
        try {
          Reflect.apply(heard.call, heard.context, args)
        } catch (error) {
          report(error)
        }
      }
    },
  }
}

// Named by a symbol, which no subclass of a page can mean by accident. No `#private` member: a page may hold the instance behind a
// proxy, as frameworks make them, and a proxy has none.
const LISTENERS = Symbol('listeners')

const listenersOf = (emitter: object): Listeners => Reflect.get(emitter, LISTENERS)

/** Its methods stand on the prototype, so that a page may wrap them. */
export class Emitter {
  /** @param report gets what a listener throws */
  constructor(report: (error: unknown) => void) {
    Object.defineProperty(this, LISTENERS, { value: createListeners(report) })
  }

  /** Calls `listener` as often as it was added, with `context` as its `this`. */
  on(event: string, listener: Listener, context?: Any): this {
    listenersOf(this).add(event, { call: listener, context, isOnce: false })
    return this
  }

  /** Like `on`, for the next event only. */
  once(event: string, listener: Listener, context?: Any): this {
    listenersOf(this).add(event, { call: listener, context, isOnce: true })
    return this
  }

  /** Takes a listener off, each time that it was added; without `listener`, all listeners of that event. */
  off(event: string, listener?: Listener): this {
    listenersOf(this).remove(event, listener)
    return this
  }

  /** Calls the listeners of an event. What one throws goes to the page's error reporting, and the others are called all the same. */
  emit(event: string, ...args: Any[]): this {
    listenersOf(this).callAll(event, args)
    return this
  }
}
