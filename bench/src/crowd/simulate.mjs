/** One scene with one client: the crowd, the clock, the service, and what was counted second by second. */
import { createClock, randomOf, takeOver } from './clock.mjs'
import { createCrowd } from './crowd.mjs'
import { DAY, READERS, SECONDS_BEFORE, SECONDS_TO_SETTLE, SERVICE } from './parameters.mjs'
import { lengthOf } from './scenes.mjs'
import { createService } from './service.mjs'

// A time at which all clocks are right.
const START = Date.UTC(2026, 0, 5)
const KINDS = ['view', 'request', 'done', 'wasted', 'refused', 'present', 'known']

/** Counts what happens in bins of time. */
function createTally(clock, startAt, seconds, bins) {
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, new Float64Array(bins)]))
  const count = (kind, many = 1) => {
    const bin = Math.floor((clock.now - startAt) / 1000 / seconds)
    if (bin >= 0 && bin < bins) counts[kind][bin] += many
  }
  return { counts, count }
}

/**
 * @param {object} options `client`, `seed`, `scale` (one reader of so many), `seconds` in all, `step` of the counts in
 * seconds, `rateAt(second)` and `mostRate` (visits a second of all readers), `capacity` of the service, the readers'
 * `habits` where they are not as usual, `act(second, state)`
 * @returns counts in bins of `step` seconds, of all readers
 */
async function run({ client, seed, scale, seconds, settle, step, habits, ...more }) {
  const { rateAt, mostRate, capacity, act, onProgress } = more
  const clock = createClock(START)
  const giveBack = takeOver(clock, randomOf(seed + 1))
  try {
    const startAt = START + settle * 1000
    const { counts, count } = createTally(clock, startAt, step, Math.ceil(seconds / step))
    const service = createService(clock, randomOf(seed + 2), count)
    if (capacity) service.state.perSecond = capacity / scale
    const crowd = createCrowd(clock, {
      client,
      service,
      random: randomOf(seed),
      readers: READERS.perDay / scale,
      habits: { ...READERS, ...habits },
      onView: () => count('view'),
    })
    const end = startAt + seconds * 1000
    crowd.come(end, (time) => rateAt((time - startAt) / 1000) / scale, mostRate / scale)
    for (let second = -settle; second < seconds; second += step) {
      act?.(second, service.state)
      await clock.runTo(startAt + (second + step) * 1000 - 1)
      count('present', crowd.known.present)
      count('known', crowd.known.known)
      onProgress?.()
    }
    for (const kind of KINDS)
      counts[kind] = Array.from(
        counts[kind],
        (sum) => (sum * scale) / (/present|known/.test(kind) ? 1 : step),
      )
    return counts
  } finally {
    giveBack()
  }
}

/** How often `onProgress` is called. */
export const stepsOf = (scene, step) => Math.ceil((SECONDS_TO_SETTLE + lengthOf(scene)) / step)
const DAY_STEP = 300
export const DAY_STEPS = 86_400 / DAY_STEP

const perDay = READERS.perDay * READERS.visitsPerDay
const busiest = (perDay * Math.max(...DAY)) / 3600

/** A scene in the busiest hour. `ordinary`: requests of an ordinary second, which the service is made for. */
export function simulateScene(client, scene, { seed, scale, step, habits, ordinary, onProgress }) {
  const rise = scene.views ?? (() => 1)
  return run({
    client,
    seed,
    scale,
    step,
    habits,
    settle: SECONDS_TO_SETTLE,
    seconds: lengthOf(scene),
    capacity: ordinary && ordinary * SERVICE.capacity,
    rateAt: (second) => busiest * rise(second - SECONDS_BEFORE),
    mostRate: busiest * 10,
    act(second, state) {
      if (second === SECONDS_BEFORE) scene.begin?.(state)
      if (second === SECONDS_BEFORE + scene.seconds) scene.end(state)
    },
    onProgress,
  })
}

/** An ordinary day, from midnight to midnight, in steps of five minutes. @param after seconds of such days before it, not counted */
export function simulateDay(client, { seed, scale, habits, after = 0, onProgress }) {
  return run({
    client,
    seed,
    scale,
    habits,
    step: DAY_STEP,
    settle: after,
    seconds: 86_400,
    rateAt: (second) => (perDay * DAY[Math.floor((second + after) / 3600) % 24]) / 3600,
    mostRate: busiest,
    onProgress,
  })
}
