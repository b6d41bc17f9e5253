/** What was tried, as tables: for the terminal, and for bench/reports/crowd-tried.md. */
import { markdownTable, terminalTable } from '../report.mjs'
import { CHOSEN_BY } from './tried.mjs'
import { percent, times } from './units.mjs'

const WORDS = {
  pauses:
    'With short pauses, pages ask more often in the outage and after it, and a few more readers are known a minute after it. With long pauses, readers stay unknown when all is well again. ' +
    'A visit lasts some minutes. So its first pause counts most: pauses that begin short and are doubled ask more often in the outage, and hardly anybody is known sooner. ' +
    'So all pauses are of one range. A range that begins later, such as 30 to 120 seconds, has much the same figures. The one that begins at 5 seconds is kept, because most trouble is short. ' +
    'Equal, full and decorrelated jitter ask most often in the outage.\n\n' +
    'The client is ours with tabs. Each cell shows two numbers, one for each set of seeds by which the pause was chosen. The report has seeds of its own.',
  attempts:
    'A request without an answer is given up after eight seconds. These rows show what a second attempt would do then. ' +
    'If answers are lost by chance, it makes a few more readers known. If the service is slow because too much waits for it, the attempt adds to that, and makes nobody known. ' +
    'If the service answers nothing, it is asked twice as often, and has a higher peak when it is back. So the library makes no second attempt after a time-out.\n\n' +
    'The client is ours with tabs. “Slow service” has half the capacity, and a queue that is longer than anybody waits. Of “lost answers”, one request in ten gets none.',
}

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
    name: 'Another attempt after a time-out',
    what: WORDS.attempts,
    rows: [
      ['after a time-out', ...head],
      ...attempts.map(({ row, figures }) => [row, ...figures.flatMap(cells)]),
    ],
  }
}

function pauseSection(pauses) {
  const both = (ofSeeds, figure, show) =>
    CHOSEN_BY.map((seeds) => show(ofSeeds.find((one) => one.seeds === seeds)[figure])).join(' / ')
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
  return { name: 'Pauses', what: WORDS.pauses, rows: [['seconds', ...head], ...rows] }
}

/** @returns {{ text: string, markdown: string }} */
export function triedReport({ pauses, attempts }) {
  const sections = [pauseSection(pauses), attemptSection(attempts)]
  const opening =
    '# What was tried for an outage\n\nWritten by `npm run verify crowd -- --tried`; do not edit. The library was as it was then: the [report](crowd.md) may be newer.\n'
  const chapters = sections.map(({ name, what, rows }) => `## ${name}\n\n${what}\n\n${markdownTable(rows)}\n`)
  return {
    text: sections.map(({ name, rows }) => `${name}\n\n${terminalTable(rows)}\n`).join('\n'),
    markdown: [opening, ...chapters].join('\n'),
  }
}
