/** What is wanted, and whether it is met: on average over the seeds, and with the worst of them. */
import { mean, number, percent, seconds, times } from './figures.mjs'

const atMost = (limit) => ({ isMet: (value) => value <= limit, worst: Math.max })
const atLeast = (limit) => ({ isMet: (value) => value >= limit, worst: Math.min })
const OUTAGE = [
  ['requests in it at most 2 ×', 'highestDuring', atMost(2), times],
  ['highest after it at most 1.5 ×', 'highestAfter', atMost(1.5), times],
  ['half known 1 min after', 'knownAfter1', atLeast(0.5), percent],
  ['95 % known 3 min after', 'knownAfter3', atLeast(0.95), percent],
]
/** By the name of the chapter. */
export const GOALS = {
  'ordinary day': [['session calls at most 0.6 of the existing client’s', 'share', atMost(0.6), times]],
  strangers: [
    ['at least 5 times fewer session calls than without the presence cookie', 'fewer', atLeast(5), number],
    ['none in an outage', 'inOutage', atMost(0), number],
  ],
  'outage, 503': OUTAGE,
  'outage, no answer': OUTAGE,
  brownout: [
    ['work done at least 0.9 of what could be', 'workDone', atLeast(0.9), percent],
    ['back to ordinary within 3 min', 'backAfter', atMost(180), seconds],
  ],
}

/** @param {object[]} figures of a client, one for each seed @returns {string[][]} rows of the table of goals */
export const goalRows = (chapter, client, figures) =>
  (GOALS[chapter] ?? []).map(([goal, figure, { isMet, worst }, show]) => {
    const values = figures.map((ofSeed) => ofSeed[figure])
    const [average, last] = [mean(values), worst(...values)]
    const verdict = isMet(last) ? 'met' : isMet(average) ? 'met on average' : 'missed'
    return [chapter, client, goal, show(average), show(last), verdict]
  })
