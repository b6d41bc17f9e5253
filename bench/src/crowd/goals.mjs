/** The goals, and whether they are met: on average over the seeds, and with the worst of them. */
import { mean } from './figures.mjs'
import { EXISTING, TABS } from './jobs.mjs'
import { percent, seconds, times } from './units.mjs'

const atMost = (limit) => ({ limit, isMet: (value) => value <= limit, worst: Math.max })
const atLeast = (limit) => ({ limit, isMet: (value) => value >= limit, worst: Math.min })

const OUTAGE = [
  { goal: 'requests in it at most 2 ×', of: 'highestDuring', show: times, ...atMost(2) },
  { goal: 'highest after it at most 1.5 ×', of: 'highestAfter', show: times, ...atMost(1.5) },
  { goal: 'half known 1 min after', of: 'knownAfter1', show: percent, ...atLeast(0.5) },
  { goal: '95 % known 3 min after', of: 'knownAfter3', show: percent, ...atLeast(0.95) },
]
const BROWNOUT = [
  { goal: 'work done at least 0.9 of what could be', of: 'workDone', show: percent, ...atLeast(0.9) },
  { goal: 'back to ordinary within 3 min', of: 'backAfter', show: seconds, ...atMost(180) },
]
const DAY = {
  goal: 'session calls at most 0.6 of the existing client’s',
  show: times,
  ...atMost(0.6),
}

function rowOf(scene, client, { goal, show, isMet, worst }, values) {
  const average = mean(values)
  const lowest = worst(...values)
  const verdict = isMet(lowest) ? 'met' : isMet(average) ? 'met on average' : 'missed'
  return [scene, client, goal, show(average), show(lowest), verdict]
}

/**
 * @param {Record<string, Record<string, object[]>>} figures of each scene and client, one for each seed
 * @param {Record<string, number[]>} calls per 1 000 page views of an ordinary day, by client, one for each seed
 * @returns {string[][]} the rows of a table, its head first
 */
export function goalsOf(figures, calls) {
  const rows = []
  for (const [scene, ofClients] of Object.entries(figures)) {
    const goals = scene.startsWith('outage') ? OUTAGE : scene === 'brownout' ? BROWNOUT : []
    for (const [client, ofSeeds] of Object.entries(ofClients)) {
      if (!client.startsWith('ours') || client === 'ours without the pause') continue
      for (const goal of goals)
        rows.push(
          rowOf(
            scene,
            client,
            goal,
            ofSeeds.map((values) => values[goal.of]),
          ),
        )
    }
  }
  if (calls[TABS])
    rows.push(
      rowOf(
        'ordinary day',
        TABS,
        DAY,
        calls[TABS].map((value, seed) => value / calls[EXISTING][seed]),
      ),
    )
  return [['scene', 'client', 'goal', 'mean', 'worst', 'verdict'], ...rows]
}
