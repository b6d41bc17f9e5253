/** A scene as a table, and as curves. */
import { figuresOf, knownShare, mean, meanCounts, ordinaryOf } from './figures.mjs'
import { existingFor, PARKED } from './jobs.mjs'
import { SECONDS_AFTER, SECONDS_BEFORE } from './parameters.mjs'
import { percent, seconds, times } from './units.mjs'

const HEAD = [
  'client',
  'requests in trouble: mean, highest',
  'after: highest',
  'status known: in trouble',
  '1 min after',
  '3 min after',
  'back to ordinary after',
  'work done of what could be',
  'wasted',
]

function rowOf(name, ofSeeds) {
  const of = (figure) => mean(ofSeeds.map((figures) => figures[figure]))
  return [
    name,
    `${times(of('during'))}, ${times(of('highestDuring'))}`,
    times(of('highestAfter')),
    percent(of('knownDuring')),
    percent(of('knownAfter1')),
    percent(of('knownAfter3')),
    seconds(of('backAfter')),
    of('workDone') ? percent(of('workDone')) : '–',
    of('workDone') ? percent(of('wasted')) : '–',
  ]
}

function plotOf(scene, ofClients, { ordinary, capacity, step }) {
  // More curves could not be told apart.
  const names = Object.keys(ofClients).filter((name) => name !== existingFor(PARKED))
  const linesOf = (read) => names.map((name) => ({ name, values: read(meanCounts(ofClients[name])) }))
  const end = SECONDS_BEFORE + scene.seconds + SECONDS_AFTER
  const ticks = []
  for (let second = 0; second <= end; second += 300)
    ticks.push([second, `${(second - SECONDS_BEFORE) / 60} min`])
  return {
    title: `${scene.name[0].toUpperCase()}${scene.name.slice(1)}: ${scene.what}`,
    names,
    x: { from: 0, to: end, ticks, shade: [SECONDS_BEFORE, SECONDS_BEFORE + scene.seconds] },
    step,
    panels: [
      {
        title: 'Requests a second, of an ordinary one',
        lines: linesOf(({ request }) => request.map((count) => count / ordinary)),
        format: (value) => value.toFixed(1),
      },
      {
        title: 'Answers that somebody waited for, of the capacity',
        lines: linesOf(({ done }) => done.map((count) => count / capacity)),
        most: 1,
        format: percent,
      },
      {
        title: 'Readers present whose status is known',
        lines: linesOf(knownShare),
        most: 1,
        format: percent,
      },
    ],
  }
}

/** @returns what is in trouble as `figures` of each client and seed, a table of their means, and a `plot` */
export function reportScene(scene, ofClients, { size, ordinary, capacity }) {
  const { step } = size
  const figures = {}
  for (const [name, ofSeeds] of Object.entries(ofClients))
    figures[name] = ofSeeds.map((counts, seed) => {
      const existing = ofClients[existingFor(name)][seed]
      return figuresOf(counts, scene, { step, capacity, ordinary: ordinaryOf(existing, scene, step) })
    })
  return {
    figures,
    rows: [HEAD, ...Object.entries(figures).map(([name, ofSeeds]) => rowOf(name, ofSeeds))],
    plot: plotOf(scene, ofClients, { ordinary, capacity, step }),
  }
}
