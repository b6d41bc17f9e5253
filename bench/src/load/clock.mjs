/** Time that goes from one event to the next, and chance that a seed repeats: for all pages, readers and the service of a simulation. */
import { setImmediate } from 'node:timers/promises'
import TinyQueue from 'tinyqueue'

/** A generator of numbers from 0 to 1 that gives the same ones for the same seed (mulberry32). */
export function randomOf(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Events in the order of their time; those of one moment in the order in which they were made. */
export function createClock(startAt) {
  const events = new TinyQueue([], (one, other) => one.at - other.at || one.number - other.number)
  let count = 0

  const clock = {
    now: startAt,
    /** `setTimeout` of all pages. */
    setTimeout(run, ms = 0, ...args) {
      const event = { at: clock.now + Math.max(0, ms), number: count++, run, args }
      events.push(event)
      return event
    },
    clearTimeout(event) {
      if (event) event.run = undefined
    },
    /** Runs everything up to a time. */
    async runTo(end) {
      while (events.peek()?.at <= end) {
        const { at, run, args } = events.pop()
        if (!run) continue
        clock.now = at
        run(...args)
        // Promises settle between two events.
        await setImmediate()
      }
      clock.now = end
    },
  }
  return clock
}

/**
 * Gives the thread the clock's time and the given chance, since clients take them from the global scope. The account-sdk-browser's global
 * timers only delete what has expired, which is not read either: they do nothing.
 */
export function takeOver(clock, random) {
  Date.now = () => Math.floor(clock.now)
  Math.random = random
  globalThis.setTimeout = () => 0
}
