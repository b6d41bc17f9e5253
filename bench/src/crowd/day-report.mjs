/** The ordinary day as a table and curves, and how it depends on the readers' habits. */
import { callsPerThousand, mean, meanCounts } from './figures.mjs'
import { EXISTING, LIVE, TABS } from './jobs.mjs'
import { OPEN_MINUTES, READERS, VARIATIONS } from './parameters.mjs'
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
  const floor = `Even if only the first tab of a visit asked, there would be ${times(none / usual)} as many calls as with the existing client.`
  const rows = [
    ['page views in a tab of their own', ...head],
    ...VARIATIONS.newTabShare.map((share) => [
      percent(share),
      ...VARIATIONS.tabsAtOnce.flatMap((count) => cells(count, share)),
    ]),
  ]
  return { rows, floor }
}

/** What it costs that pages which stay open ask anew. @returns a table */
export function reportOpen(results) {
  const countsOf = (client, minutes) =>
    results.find(({ job }) => job.client === client && job.habits.secondsOpen === minutes * 60).counts
  const rows = OPEN_MINUTES.map((minutes) => {
    const [once, anew] = [TABS, LIVE].map((client) => countsOf(client, minutes))
    return [
      minutes ? `${minutes} min` : 'not at all',
      callsPerThousand(once).toFixed(0),
      callsPerThousand(anew).toFixed(0),
      times(callsPerThousand(anew) / callsPerThousand(once)),
      mean(anew.request).toFixed(1),
    ]
  })
  const head = ['the last page stays open', TABS, LIVE, 'of it', `${LIVE}: calls a second, mean of the day`]
  return [head, ...rows]
}
