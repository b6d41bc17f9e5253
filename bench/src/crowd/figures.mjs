/** What a scene comes to, in numbers: ratios to an ordinary second, and how soon all is well again. */
import { SECONDS_BEFORE } from './parameters.mjs'

export const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Readers with a known status, in each step, as a share of those present. */
export const knownShare = ({ known, present }) =>
  known.map((count, bin) => (present[bin] ? count / present[bin] : 1))

/** Parts of a curve: before, during and after the trouble. */
function partsOf(curve, scene, step) {
  const begin = SECONDS_BEFORE / step
  const end = begin + scene.seconds / step
  return { before: curve.slice(0, begin), during: curve.slice(begin, end), after: curve.slice(end) }
}

/** Seconds after the trouble until a curve has come to where it is to be, and stays; Infinity if it does not. */
function secondsUntil(after, isThere, step) {
  let last = -1
  for (const [bin, value] of after.entries()) if (!isThere(value)) last = bin
  return last === after.length - 1 ? Number.POSITIVE_INFINITY : (last + 1) * step
}

/** The share after so many seconds: of the step that ends then. */
const shareAt = (after, seconds, step) => after[Math.round(seconds / step) - 1]

/** Requests a second before the trouble. */
export const ordinaryOf = ({ request }, scene, step) => mean(partsOf(request, scene, step).before)

/** @param {object} options `ordinary`: requests of an ordinary second. @default those of this client before the trouble */
export function figuresOf(counts, scene, { step, capacity, ordinary = ordinaryOf(counts, scene, step) }) {
  const left = capacity * scene.capacityLeft
  const requests = partsOf(counts.request, scene, step)
  const known = partsOf(knownShare(counts), scene, step)
  const done = partsOf(counts.done, scene, step)
  const wasted = partsOf(counts.wasted, scene, step)
  const ordinaryKnown = mean(known.before)
  return {
    during: mean(requests.during) / ordinary,
    highestDuring: Math.max(...requests.during) / ordinary,
    highestAfter: Math.max(...requests.after) / ordinary,
    knownDuring: mean(known.during),
    knownAfter1: shareAt(known.after, 60, step),
    knownAfter3: shareAt(known.after, 180, step),
    /** Until nine in ten of those who know on an ordinary day know again, and the requests are at most half as many again. */
    backAfter: Math.max(
      secondsUntil(known.after, (share) => share >= 0.9 * ordinaryKnown, step),
      secondsUntil(requests.after, (count) => count <= 1.5 * ordinary, step),
    ),
    /** Answers that somebody waited for, of those that were asked for and could be given. */
    workDone:
      left &&
      mean(done.during.map((count, bin) => count / Math.min(left, Math.max(requests.during[bin], 1)))),
    wasted: left && mean(wasted.during) / left,
  }
}

/** One curve of those that several seeds gave. */
export const meanCounts = (ofSeeds) =>
  Object.fromEntries(
    Object.keys(ofSeeds[0]).map((kind) => [
      kind,
      ofSeeds[0][kind].map((_, bin) => mean(ofSeeds.map((counts) => counts[kind][bin]))),
    ]),
  )

/** Session calls per 1 000 page views of a day. */
export const callsPerThousand = ({ request, view }) => (mean(request) / mean(view)) * 1000
