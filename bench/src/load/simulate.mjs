/** One day, or one scene, with one client: the readers, the clock, the service, and what was counted. */
import { createClock, randomOf, takeOver } from './clock.mjs'
import { HOURS, READERS, SERVICE } from './parameters.mjs'
import { createReaders } from './readers.mjs'
import { QUIET, SCENES, SECONDS_AFTER, SECONDS_BEFORE } from './scenes.mjs'
import { createService } from './service.mjs'

// A time at which all clocks are right.
const START = Date.UTC(2026, 0, 5)
const DAY = 86_400
const SECONDS_TO_SETTLE = 600

/** Visits a second, of all readers, in each hour. */
const VISITS = HOURS.map((percent) => (READERS.perDay * READERS.visitsPerDay * (percent / 100)) / 3600)
const BUSIEST = Math.max(...VISITS)

/** An ordinary day, from midnight to midnight. */
const dayOf = (settle) => ({
  settle,
  seconds: DAY,
  step: 300,
  rateAt: (second) => VISITS[Math.floor((second + DAY) / 3600) % 24],
  mostRate: BUSIEST,
})
/** A scene in the busiest hour, after some time in which caches and visits become what they are on any day. */
const courseOf = ({ seconds, views = () => 1, fault }, step) => ({
  settle: SECONDS_TO_SETTLE,
  seconds: SECONDS_BEFORE + seconds + SECONDS_AFTER,
  step,
  rateAt: (second) => BUSIEST * views(second - SECONDS_BEFORE),
  mostRate: BUSIEST * 10,
  faultAt: (second) => (second >= SECONDS_BEFORE && second < SECONDS_BEFORE + seconds ? fault : undefined),
})

/**
 * @param {(page: object) => object} createClient
 * @param {object} job `scene`, or an ordinary day without one; `seed`; `scale`, one reader of so many; `step` of a scene; `habits` that
 * are not as usual; `ordinary` requests a second, which the service is made for, or it can do everything; `hasDayBefore`, not counted
 * @returns {Promise<Record<string, number[]>>} counts in bins of `step` seconds: of all readers, a second
 */
export async function simulate(createClient, { scene, seed, scale, step, habits, ordinary, hasDayBefore }) {
  const course = scene ? courseOf(SCENES[scene] ?? QUIET, step) : dayOf(hasDayBefore ? DAY : 0)
  const clock = createClock(START)
  takeOver(clock, randomOf(seed + 1))
  const startAt = START + course.settle * 1000
  const bins = () => Array(course.seconds / course.step).fill(0)
  const counts = {
    view: bins(),
    request: bins(),
    done: bins(),
    wasted: bins(),
    present: bins(),
    known: bins(),
  }
  const count = (kind, many = scale / course.step) => {
    const bin = Math.floor((clock.now - startAt) / 1000 / course.step)
    if (bin in counts[kind]) counts[kind][bin] += many
  }
  const perSecond = ordinary ? (ordinary * SERVICE.capacity) / scale : Number.POSITIVE_INFINITY
  const service = createService(clock, randomOf(seed + 2), perSecond, count)
  const readers = createReaders(clock, {
    createClient,
    service,
    random: randomOf(seed),
    count: READERS.perDay / scale,
    habits: { ...READERS, ...habits },
    onView: () => count('view'),
  })
  const rateAt = (time) => course.rateAt((time - startAt) / 1000) / scale
  readers.come(startAt + course.seconds * 1000, rateAt, course.mostRate / scale)
  for (let second = -course.settle; second < course.seconds; second += course.step) {
    service.fault = course.faultAt?.(second)
    await clock.runTo(startAt + (second + course.step) * 1000 - 1)
    for (const kind of ['present', 'known']) count(kind, readers.now[kind])
  }
  return counts
}
