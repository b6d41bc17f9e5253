/**
 * One virtual clock for all windows, the service and the readers: time goes from one event to the next, and promises
 * settle in between.
 */
import { VirtualAbortController } from './signals.mjs'

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

// Kept before they are replaced.
const { setImmediate } = globalThis
const settled = () => new Promise((resolve) => setImmediate(resolve))

/** Events in the order of their time; those of one moment in the order in which they were made. */
export function createClock(startAt = 0) {
  const heap = []
  let count = 0
  const isBefore = (one, other) => one.at < other.at || (one.at === other.at && one.number < other.number)

  const push = (event) => {
    let place = heap.push(event) - 1
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (!isBefore(event, heap[parent])) break
      heap[place] = heap[parent]
      place = parent
    }
    heap[place] = event
  }

  const pop = () => {
    const first = heap[0]
    const last = heap.pop()
    if (heap.length) {
      let place = 0
      for (;;) {
        let child = 2 * place + 1
        if (child >= heap.length) break
        if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child++
        if (!isBefore(heap[child], last)) break
        heap[place] = heap[child]
        place = child
      }
      heap[place] = last
    }
    return first
  }

  const clock = {
    now: startAt,
    /** Calls `run` in so many milliseconds; `setTimeout` of all windows. */
    setTimeout(run, ms = 0, ...args) {
      const event = { at: clock.now + Math.max(0, ms), number: count++, run, args }
      push(event)
      return event
    },
    clearTimeout(event) {
      if (event) event.run = undefined
    },
    /** Runs everything up to a time. */
    async runTo(end) {
      while (heap.length && heap[0].at <= end) {
        const { at, run, args } = pop()
        if (!run) continue
        clock.now = at
        run(...args)
        await settled()
      }
      clock.now = end
    },
  }
  return clock
}

/**
 * Gives the process the clock's time, the given chance and signals of our own, since clients take them from the global scope; the undo is
 * returned. The existing client's global timers only delete what has expired, which is not read either: they do nothing.
 */
export function takeOver(clock, random) {
  const before = {
    now: Date.now,
    random: Math.random,
    setTimeout: globalThis.setTimeout,
    window: globalThis.window,
    AbortController: globalThis.AbortController,
  }
  Date.now = () => Math.floor(clock.now)
  Math.random = random
  globalThis.setTimeout = () => 0
  globalThis.AbortController = VirtualAbortController
  return () => {
    Date.now = before.now
    Math.random = before.random
    globalThis.setTimeout = before.setTimeout
    globalThis.window = before.window
    globalThis.AbortController = before.AbortController
  }
}
