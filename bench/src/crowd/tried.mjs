/**
 * What else the pause could have been: the library's own plugin, changed in a line or two (`npm run verify crowd -- --tried`).
 * Chosen by the seeds of `fit`; those of the report say whether it was chance.
 */
import { figuresOf, meanCounts } from './figures.mjs'
import { triedJob } from './jobs.mjs'
import { SEEDS } from './parameters.mjs'
import { SCENES } from './scenes.mjs'
import { attemptJobs, attemptsOf } from './tried-attempts.mjs'

const END = 'LONGEST_BASE_MS = 2e4'
const SPREAD = 'SPREAD = 6'
const LENGTH = 'baseMs * (1 + chance * SPREAD)'
const doubling = (seconds, spread) => ({
  [END]: `LONGEST_BASE_MS = ${seconds}e3`,
  [SPREAD]: `SPREAD = ${spread}`,
})

/** Lengths of the pause, in seconds; by chance up to so many times as long. */
export const PAUSES = {
  'as it is: 5, doubled to 20, up to 7 times': {},
  'doubled to 60, up to 4 times': doubling(60, 3),
  'doubled to 45, up to 4 times': doubling(45, 3),
  'doubled to 30, up to 4 times': doubling(30, 3),
  'doubled to 90, up to twice (equal jitter)': doubling(90, 1),
  'doubled to 20, up to 10 times': doubling(20, 9),
  'doubled to 10, up to 13 times': doubling(10, 12),
  '5, and by chance up to 20, 40 … 140 more (full jitter)': {
    [LENGTH]: 'FIRST_MS + chance * Math.min(Math.max(2 * before?.pauseMs || 0, 2e4), 14e4)',
  },
  '5, and by chance up to three times the one before, 140 at most (decorrelated jitter)': {
    [LENGTH]: 'Math.min(FIRST_MS + chance * 3 * (before?.pauseMs || FIRST_MS), 14e4)',
  },
}

const outages = SCENES.filter(({ isOutage }) => isOutage)

/** The jobs, each with the row and the column that it is for. */
export function triedJobs(size, ordinary) {
  const pauses = Object.entries(PAUSES).flatMap(([row, lines]) =>
    outages.flatMap((scene) =>
      Object.entries(SEEDS).flatMap(([seeds, numbers]) =>
        numbers.map((seed) =>
          triedJob(
            { row, seeds, scene: scene.name, seed, changes: { 'session/session-pause': lines } },
            { size, ordinary },
          ),
        ),
      ),
    ),
  )
  return [...pauses, ...attemptJobs(size, ordinary)]
}

/**
 * What came of them, as numbers to be kept: for each pause its figures by scene and seeds, for another attempt its figures by
 * scene.
 */
export function triedOf(results, { size, capacity }) {
  const pauses = Object.keys(PAUSES).map((row) => ({
    row,
    figures: outages.map((scene) =>
      Object.keys(SEEDS).map((seeds) => {
        const of = results.filter(
          ({ job }) => job.row === row && job.seeds === seeds && job.scene === scene.name,
        )
        const all = meanCounts(of.map(({ counts }) => counts))
        const figures = figuresOf(all, scene, { step: size.step, capacity })
        const { highestDuring, highestAfter, knownAfter1, knownAfter3 } = figures
        return { scene: scene.name, seeds, highestDuring, highestAfter, knownAfter1, knownAfter3 }
      }),
    ),
  }))
  return { pauses, attempts: attemptsOf(results, { size, capacity }) }
}
