/** What was counted, in numbers: ratios to an ordinary second, how soon all is well again, and whether goals are met. */
import { SECONDS_BEFORE } from './scenes.mjs'

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length
/** One curve of those that several seeds gave. */
export const meanOf = (ofSeeds, read) =>
  read(ofSeeds[0]).map((_, bin) => mean(ofSeeds.map((one) => read(one)[bin])))
/** Readers whose status is known, as a share of those present. */
const knownShare = ({ known, present }) =>
  known.map((count, bin) => (present[bin] ? count / present[bin] : 1))
/** Session calls per 1 000 page views. */
export const callsPerThousand = ({ request, view }) => (mean(request) / mean(view)) * 1000

/** Parts of a curve: before, during and after the trouble. */
export function partsOf(curve, { seconds }, step) {
  const [begin, end] = [SECONDS_BEFORE / step, (SECONDS_BEFORE + seconds) / step]
  return { before: curve.slice(0, begin), during: curve.slice(begin, end), after: curve.slice(end) }
}

/** Seconds after the trouble until a curve has come to where it is to be, and stays; Infinity if it does not. */
function secondsUntil(after, isThere, step) {
  const last = after.findLastIndex((value) => !isThere(value))
  return last === after.length - 1 ? Number.POSITIVE_INFINITY : (last + 1) * step
}

/** @param {object} options `ordinary`: requests of an ordinary second; `capacity` of the service without trouble */
export function figuresOf(counts, scene, { step, capacity, ordinary }) {
  const left = capacity * scene.left
  const parts = (curve) => partsOf(curve, scene, step)
  const [requests, known] = [parts(counts.request), parts(knownShare(counts))]
  const could = requests.during.map((count) => Math.min(left, Math.max(count, 1)))
  return {
    during: mean(requests.during) / ordinary,
    highestDuring: Math.max(...requests.during) / ordinary,
    highestAfter: Math.max(...requests.after) / ordinary,
    knownDuring: mean(known.during),
    knownAfter1: known.after[60 / step - 1],
    knownAfter3: known.after[180 / step - 1],
    /** Until nine in ten of those who know on an ordinary day know again, and the requests are at most half as many again. */
    backAfter: Math.max(
      secondsUntil(known.after, (share) => share >= 0.9 * mean(known.before), step),
      secondsUntil(requests.after, (count) => count <= 1.5 * ordinary, step),
    ),
    /** Answers that somebody waited for, of those that were asked for and could be given. */
    workDone: left && mean(parts(counts.done).during.map((count, bin) => count / could[bin])),
    wasted: left && mean(parts(counts.wasted).during) / left,
  }
}

export const number = (value) => value.toFixed(1)
export const times = (value) => `${value.toFixed(2)} ×`
/** With a digit after the point where it decides. */
export const percent = (share) => `${(share * 100).toFixed(share > 0.9 && share < 0.97 ? 1 : 0)} %`
export const seconds = (value) => (Number.isFinite(value) ? `${Math.round(value)} s` : 'not in ten minutes')
/** A curve in characters, from nothing to `most`. */
export const curve = (values, most) =>
  values.map((value) => '▁▂▃▄▅▆▇█'[Math.min(7, Math.floor((value / most) * 8))]).join('')

export const atMost = (limit) => ({ isMet: (value) => value <= limit, worst: Math.max })
export const atLeast = (limit) => ({ isMet: (value) => value >= limit, worst: Math.min })

/** Rows of the table of goals, for the figures of a client with each seed. */
export const goalRows = (chapter, client, figures, goals) =>
  goals.map(([goal, figure, { isMet, worst }, show]) => {
    const values = figures.map((ofSeed) => ofSeed[figure])
    const [average, last] = [mean(values), worst(...values)]
    const verdict = isMet(last) ? 'met' : isMet(average) ? 'met on average' : 'missed'
    return [chapter, client, goal, show(average), show(last), verdict]
  })
