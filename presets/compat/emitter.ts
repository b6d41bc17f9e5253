/**
 * The internals of an instance; and its events as the client that sites use today has them: with a context, as often as they were added, and
 * with any arguments. Each call answers with the instance.
 */
import type { Any, Listener } from './types.ts'

/** A member that a page does not see. */
export interface Hidden<Value> {
  of(instance: object): Value
  put(instance: object, value: Value): void
}

/**
 * Names a member by a symbol, which no subclass of a page can mean by accident. No `#private` member: a page may hold the instance behind
 * a proxy, as frameworks make them, and a proxy has none.
 */
export function hidden<Value>(): Hidden<Value> {
  const name = Symbol('internals')
  return {
    of: (instance) => Reflect.get(instance, name),
    put: (instance, value) => void Object.defineProperty(instance, name, { value }),
  }
}

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

const listeners: Hidden<Listeners> = /* @__PURE__ */ hidden()

/** Its methods stand on the prototype, so that a page may wrap them. */
export class Emitter {
  /** @param report gets what a listener throws */
  constructor(report: (error: unknown) => void) {
    listeners.put(this, createListeners(report))
  }

  /** Calls `listener` as often as it was added, with `context` as its `this`. */
  on(event: string, listener: Listener, context?: Any): this {
    listeners.of(this).add(event, { call: listener, context, isOnce: false })
    return this
  }

  /** Like `on`, for the next event only. */
  once(event: string, listener: Listener, context?: Any): this {
    listeners.of(this).add(event, { call: listener, context, isOnce: true })
    return this
  }

  /** Takes a listener off, each time that it was added; without `listener`, all listeners of that event. */
  off(event: string, listener?: Listener): this {
    listeners.of(this).remove(event, listener)
    return this
  }

  /** Calls the listeners of an event. What one throws goes to the page's error reporting, and the others are called all the same. */
  emit(event: string, ...args: Any[]): this {
    listeners.of(this).callAll(event, args)
    return this
  }
}
