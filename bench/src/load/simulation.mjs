/**
 * A thread that simulates one day, or one scene, with one client. Its job: `client`; `scene`, or an ordinary day without one; `seed`;
 * `scale`, one reader of so many; `step` of a scene; `behaviour` that are not as usual; `ordinary` requests a second, which the service is
 * made for, or it can do everything; `hasDayBefore`, not counted. Its message: counts in bins of `step` seconds, of all readers, a second.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { loadClient } from './clients.mjs'
import { createClock, randomOf, takeOver } from './clock.mjs'
import { HOURS, READERS, SERVICE } from './parameters.mjs'
import { createReaders } from './readers.mjs'
import { QUIET, SCENES, SECONDS_AFTER, SECONDS_BEFORE } from './scenes.mjs'
import { createService } from './service.mjs'

// Thousands of errors are thrown, and nobody reads where.
Error.stackTraceLimit = 0

// A time at which all clocks are right.
const START = Date.UTC(2026, 0, 5)
const DAY = 86_400
const SECONDS_TO_SETTLE = 600

/** Visits a second, of all readers, in each hour. */
const VISITS = HOURS.map((percent) => (READERS.perDay * READERS.visitsPerDay * (percent / 100)) / 3600)
const BUSIEST = Math.max(...VISITS)

/** An ordinary day, from midnight to midnight. */
const dayOf = ({ hasDayBefore }) => ({
  settle: hasDayBefore ? DAY : 0,
  seconds: DAY,
  step: 300,
  rateAt: (second) => VISITS[Math.floor((second + DAY) / 3600) % 24],
  mostRate: BUSIEST,
})
/** A scene in the busiest hour, after some time in which caches and visits become what they are on any day. */
const courseOf = ({ seconds, views = () => 1, fault }, { step }) => ({
  settle: SECONDS_TO_SETTLE,
  seconds: SECONDS_BEFORE + seconds + SECONDS_AFTER,
  step,
  rateAt: (second) => BUSIEST * views(second - SECONDS_BEFORE),
  mostRate: BUSIEST * 10,
  faultAt: (second) => (second >= SECONDS_BEFORE && second < SECONDS_BEFORE + seconds ? fault : undefined),
})

const { scene, seed, scale, behaviour, ordinary } = workerData
const { settle, seconds, step, rateAt, mostRate, faultAt } = scene
  ? courseOf(SCENES[scene] ?? QUIET, workerData)
  : dayOf(workerData)
const createClient = await loadClient(workerData.client)
const clock = createClock(START)
takeOver(clock, randomOf(seed + 1))

const startAt = START + settle * 1000
const kinds = ['view', 'request', 'done', 'wasted', 'present', 'known']
const counts = Object.fromEntries(kinds.map((kind) => [kind, Array(seconds / step).fill(0)]))
const count = (kind, many = scale / step) => {
  const bin = Math.floor((clock.now - startAt) / 1000 / step)
  if (bin in counts[kind]) counts[kind][bin] += many
}

const perSecond = ordinary ? (ordinary * SERVICE.capacity) / scale : Number.POSITIVE_INFINITY
const service = createService(clock, randomOf(seed + 2), perSecond, count)
const readers = createReaders(clock, {
  createClient,
  service,
  random: randomOf(seed),
  count: READERS.perDay / scale,
  behaviour: { ...READERS, ...behaviour },
  onView: () => count('view'),
})
readers.come(startAt + seconds * 1000, (time) => rateAt((time - startAt) / 1000) / scale, mostRate / scale)
for (let second = -settle; second < seconds; second += step) {
  service.fault = faultAt?.(second)
  await clock.runTo(startAt + (second + step) * 1000 - 1)
  for (const [kind, many] of Object.entries(readers.now())) count(kind, many)
}
parentPort.postMessage(counts)
