/** What was tried, as tables: of the numbers that `npm run verify crowd -- --tried` has kept. */
import { existsSync, readFileSync } from 'node:fs'
import { percent, times } from './units.mjs'

export const TRIED = new URL('../../crowd-tried.json', import.meta.url)

const WORDS = {
  pauses:
    'A short pause asks more often while the service is down, and so more readers come back in the first minute after; a long one leaves readers unknown when all is well again: the two goals pull in opposite directions. ' +
    'Of pauses with much the same mean, that of the wider spread asks less often in the outage, and has the lower peak after it. So the doubling ends early, and chance does the rest. With pauses that are longer than that, too few readers are known after three minutes; ' +
    'full and decorrelated jitter, which are often short, have the highest peaks; equal jitter asks more in the outage than any doubling with more spread. ' +
    'Of ours with tabs, by the last run with `--tried`, of the library as it was then. In each cell: the seeds by which the pause was chosen / those of the report.',
  attempts:
    'What a second attempt of the call would do where the first had no answer in its eight seconds. Where answers are lost by chance it makes a few more readers known. A service that is slow because too much waits for it gets ' +
    'more to do by it, and makes nobody known for that; one that gives no answer is asked twice as often, and has the higher peak when it is back. So nothing follows a time-out. Ours with tabs; slow service: half the capacity, and a queue that is longer than anybody waits; ' +
    'lost answers: one request in ten gets none.',
}

/** What was kept of the last time; undefined before something has been tried. */
export const readTried = () => (existsSync(TRIED) ? JSON.parse(readFileSync(TRIED, 'utf8')) : undefined)

const attemptSection = (attempts) => {
  const head = attempts[0].figures.flatMap(({ scene, workDone }) => [
    `${scene}: requests in it`,
    'highest after',
    'known in it',
    '3 min after',
    ...(workDone ? ['work done'] : []),
  ])
  const cells = ({ during, highestAfter, knownDuring, knownAfter3, workDone }) => [
    times(during),
    times(highestAfter),
    percent(knownDuring),
    percent(knownAfter3),
    ...(workDone ? [percent(workDone)] : []),
  ]
  return {
    name: 'another attempt after a time-out: what was tried',
    what: WORDS.attempts,
    rows: [
      ['after a time-out', ...head],
      ...attempts.map(({ row, figures }) => [row, ...figures.flatMap(cells)]),
    ],
  }
}

/** Sections for the report. */
export function triedSections({ pauses, attempts }) {
  const both = (ofSeeds, figure, show) =>
    ['fit', 'report'].map((seeds) => show(ofSeeds.find((one) => one.seeds === seeds)[figure])).join(' / ')
  const rows = pauses.map(({ row, figures }) => [
    row,
    ...figures.flatMap((ofSeeds) => [
      both(ofSeeds, 'highestDuring', times),
      both(ofSeeds, 'highestAfter', times),
      both(ofSeeds, 'knownAfter1', percent),
      both(ofSeeds, 'knownAfter3', percent),
    ]),
  ])
  const head = pauses[0].figures.flatMap(([{ scene }]) => [
    `${scene}: highest in it`,
    'highest after',
    'known 1 min after',
    '3 min after',
  ])
  return [
    { name: 'the pause: what was tried', what: WORDS.pauses, rows: [['seconds', ...head], ...rows] },
    attemptSection(attempts),
  ]
}
