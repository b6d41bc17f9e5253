/**
 * Listeners that outlive the identity behind them: those that a page's modules have added once stay when a test resets it.
 */
import { createEvents, type EventName, type Events } from '../../core/kernel/events.ts'

/** The listeners of a page. */
export interface KeptEvents extends Pick<Events, 'on' | 'once' | 'off'> {
  /** From now on, listeners hear the events of this identity. */
  follow(identity: Events): void
}

/** Makes the listeners of a page. @param report is told of what one throws */
export function keptEvents(report: (error: unknown) => void): KeptEvents {
  const guard = (run: () => void) => {
    try {
      run()
    } catch (error) {
      report(error)
    }
  }
  const events = createEvents(guard, () => false)
  const names = new Set<EventName>()
  let followed: Events | undefined

  const relay = (name: EventName) => followed?.on(name, (payload) => events.emit(name, payload))
  const hear = (name: EventName) => {
    if (names.has(name)) return
    names.add(name)
    relay(name)
  }
  return {
    on(name, listener) {
      const stop = events.on(name, listener)
      hear(name)
      return stop
    },
    once(name, listener) {
      const stop = events.once(name, listener)
      hear(name)
      return stop
    },
    off: events.off,
    follow(identity) {
      followed = identity
      for (const name of names) relay(name)
    },
  }
}
