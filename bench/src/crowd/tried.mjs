/**
 * What else the pause could have been: the library's own plugin, changed in a line or two (`npm run verify crowd -- --tried`).
 * It has seeds of its own, so that nothing is chosen by those of the report.
 */
import { figuresOf, meanCounts } from './figures.mjs'
import { triedJob } from './jobs.mjs'
import { SEEDS } from './parameters.mjs'
import { SCENES } from './scenes.mjs'
import { attemptJobs, attemptsOf } from './tried-attempts.mjs'

const LENGTH =
  'before ? Math.min(2 * before.pauseMs, LONGEST_MS) : Math.floor(FIRST_MS + chance * FIRST_SPREAD_MS)'

/** A length in milliseconds. `last` is that of the pause before, which is remembered until an answer is good; 0 before the first. */
const lasting = (lengthMs) => ({ [LENGTH]: `Math.floor(((last) => ${lengthMs})(before?.pauseMs ?? 0))` })
const between = (shortest, longest) => lasting(`${shortest}e3 + chance * ${longest - shortest}e3`)
const doubled = (seconds, times) =>
  lasting(`Math.min(Math.max(2 * last, 5e3), ${seconds}e3) * (1 + chance * ${times - 1})`)

/** Lengths of the pause, in seconds. */
export const PAUSES = {
  'as it is: 2 to 5, doubled to 140': {},
  '5 to 95': between(5, 95),
  '5 to 145': between(5, 145),
  '5 to 195': between(5, 195),
  '30 to 120': between(30, 120),
  '45 to 90': between(45, 90),
  '5, doubled to 20, up to 7 times': doubled(20, 7),
  '5, doubled to 60, up to 4 times': doubled(60, 4),
  '5, doubled to 90, up to twice (equal jitter)': doubled(90, 2),
  '5, and by chance up to 20, 40 … 140 more (full jitter)': lasting(
    '5e3 + chance * Math.min(Math.max(2 * last, 2e4), 14e4)',
  ),
  '5, and by chance up to three times the one before, 140 at most (decorrelated jitter)': lasting(
    'Math.min(5e3 + chance * 3 * (last || 5e3), 14e4)',
  ),
}

/** The sets of seeds by which the pause was chosen. */
export const CHOSEN_BY = ['fit', 'compared']

const outages = SCENES.filter(({ isOutage }) => isOutage)

/** The jobs, each with the row and the column that it is for. */
export function triedJobs(size, ordinary) {
  const pauses = Object.entries(PAUSES).flatMap(([row, lines]) =>
    outages.flatMap((scene) =>
      CHOSEN_BY.flatMap((seeds) =>
        SEEDS[seeds].map((seed) =>
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
      CHOSEN_BY.map((seeds) => {
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
