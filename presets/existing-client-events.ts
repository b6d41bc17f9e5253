/**
 * Listeners as the client that sites use today has them: with a context, as often as they were added, and with any
 * arguments. Each call answers with the instance.
 */
import type { EventName } from '../core/events.ts'
import type { IdentityCore } from '../core/plugin.ts'

// biome-ignore lint/suspicious/noExplicitAny: a listener takes whatever is emitted
type AnyListener = (...args: any[]) => void

type Adder = (event: string, listener: AnyListener, context?: unknown) => unknown

/** The four methods, over those of an identity. */
export function eventsOver(identity: IdentityCore): {
  on: Adder
  once: Adder
  off(event: string, listener?: AnyListener): unknown
  emit(event: string, ...args: unknown[]): unknown
} {
  const all = new Map<() => void, [event: string, listener: AnyListener]>()

  const drop = (stop: () => void) => {
    stop()
    all.delete(stop)
  }
  const adder = (isOnce: boolean) =>
    function (this: unknown, event: string, listener: AnyListener, context?: unknown) {
      const stop = identity.on(event as EventName, (payload: unknown) => {
        if (isOnce) drop(stop)
        // The arguments that the page has emitted, or the one of the library.
        listener.apply(context, [payload ?? []].flat())
      })
      all.set(stop, [event, listener])
      return this
    }

  return {
    on: adder(false),
    once: adder(true),
    off(event, listener) {
      for (const [stop, [name, own]] of all) if (name === event && own === (listener ?? own)) drop(stop)
      return this
    },
    emit(event, ...args) {
      identity.emit(event as EventName, args as never)
      return this
    },
  }
}
