/** The ordinary day as a table and curves, and how it depends on the readers' habits. */
import { callsPerThousand, mean, meanCounts } from './figures.mjs'
import { EXISTING, TABS } from './jobs.mjs'
import { READERS, VARIATIONS } from './parameters.mjs'
import { percent, times } from './units.mjs'

const HEAD = [
  'client',
  'session calls per 1 000 page views',
  'of the existing client’s',
  'in the highest second',
]

/** @returns `calls` per 1 000 page views of each client and seed, a table, and a `plot` */
export function reportDay(ofClients) {
  const calls = {}
  for (const [name, ofSeeds] of Object.entries(ofClients)) calls[name] = ofSeeds.map(callsPerThousand)
  const [existing] = calls[EXISTING]
  const rows = Object.entries(calls).map(([name, ofSeeds]) => [
    name,
    mean(ofSeeds).toFixed(0),
    times(ofSeeds[0] / existing),
    Math.max(...meanCounts(ofClients[name]).request).toFixed(0),
  ])
  const plot = {
    title: 'An ordinary day of a million readers',
    names: Object.keys(ofClients),
    x: { from: 0, to: 24, ticks: [0, 6, 12, 18, 24].map((hour) => [hour, `${hour}:00`]) },
    panels: [
      {
        title: 'Session calls a second',
        lines: Object.entries(ofClients).map(([name, ofSeeds]) => ({
          name,
          values: meanCounts(ofSeeds).request,
        })),
        format: (value) => value.toFixed(0),
      },
    ],
  }
  return { calls, rows: [HEAD, ...rows], plot }
}

/**
 * How much sharing saves, by how many page views are in a tab of their own, and how many such tabs are opened at once.
 *
 * @returns a table, and in words the least that could be
 */
export function reportHabits(results) {
  const callsOf = (client, tabsAtOnce, newTabShare) =>
    callsPerThousand(
      results.find(
        ({ job }) =>
          job.client === client &&
          job.habits.tabsAtOnce === tabsAtOnce &&
          job.habits.newTabShare === newTabShare,
      ).counts,
    )
  const cells = (tabsAtOnce, newTabShare) => {
    const [existing, ours] = [EXISTING, TABS].map((client) => callsOf(client, tabsAtOnce, newTabShare))
    return [existing.toFixed(0), ours.toFixed(0), times(ours / existing)]
  }
  const head = VARIATIONS.tabsAtOnce.flatMap((count) => [
    `${count === 1 ? 'opened one by one' : `opened ${count} at once`}: existing client`,
    'ours with tabs',
    'of it',
  ])
  const [usual, none] = [READERS.newTabShare, 0].map((share) => callsOf(EXISTING, READERS.tabsAtOnce, share))
  const floor = `If such tabs cost nothing at all, readers as they are taken here would still cost ${times(none / usual)} of the existing client’s calls: a visit begins with one.`
  const rows = [
    ['page views in a tab of their own', ...head],
    ...VARIATIONS.newTabShare.map((share) => [
      percent(share),
      ...VARIATIONS.tabsAtOnce.flatMap((count) => cells(count, share)),
    ]),
  ]
  return { rows, floor }
}
