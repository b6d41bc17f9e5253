/** Chapters of the ordinary day, from midnight to midnight: of all readers, and of those who are not logged in. */
import {
  atLeast,
  atMost,
  callsPerThousand,
  goalRows,
  mean,
  meanOf,
  number,
  partsOf,
  times,
} from './figures.mjs'
import { COOKIE, EXISTING, OURS, READERS, SEEDS, TOLD_BEFORE_HOURS } from './parameters.mjs'
import { simulate, simulateSeeds } from './pool.mjs'
import { SCENES } from './scenes.mjs'

const OF_DAY =
  'client | session calls per 1 000 page views | of the account-sdk-browser’s | in the highest second'

async function day({ size }) {
  const counted = async (client) => {
    const counts = await simulateSeeds({ client, scale: size.day })
    return { client, counts, calls: counts.map(callsPerThousand) }
  }
  const both = await Promise.all([EXISTING, OURS].map(counted))
  const [existing, ours] = both.map(({ calls }) => calls)
  const goal = ['session calls at most 0.6 of the account-sdk-browser’s', 'share', atMost(0.6), times]
  const shares = ours.map((count, seed) => ({ share: count / existing[seed] }))
  const rows = both.map(({ client, counts, calls }) => [
    client,
    mean(calls).toFixed(0),
    times(calls[0] / existing[0]),
    Math.max(...meanOf(counts, ({ request }) => request)).toFixed(0),
  ])
  return {
    what: 'From midnight to midnight.',
    head: OF_DAY,
    rows,
    goals: goalRows('ordinary day', OURS, shares, [goal]),
  }
}

const HEAD =
  'client | session calls per anonymous reader and day | the same by each seed | times fewer than without the presence cookie | in an outage: session calls per 1 000 page views'
const GOALS = [
  ['at least 5 times fewer session calls than without the presence cookie', 'fewer', atLeast(5), number],
  ['none in an outage', 'inOutage', atMost(0), number],
]

async function anonymous({ size }) {
  const scene = 'outage, 503'
  const during = (curve) => partsOf(curve, SCENES[scene], size.step).during
  const counted = async (client) => {
    const job = { client, scale: size.anonymous, behaviour: { loggedInShare: 0 } }
    const behaviour = { ...job.behaviour, toldBeforeHours: TOLD_BEFORE_HOURS }
    const outage = simulate({ ...job, seed: SEEDS[0], behaviour, scene, step: size.step })
    const days = await simulateSeeds({ ...job, hasDayBefore: true })
    const { request, view } = await outage
    return {
      client,
      calls: days.map((counts) => (mean(counts.request) * 86_400) / READERS.perDay),
      inOutage: callsPerThousand({ request: during(request), view: during(view) }),
    }
  }
  const all = await Promise.all([EXISTING, OURS, COOKIE].map(counted))
  const [, ours, cookie] = all
  const { inOutage } = cookie
  const figures = cookie.calls.map((count, seed) => ({ fewer: ours.calls[seed] / count, inOutage }))
  const rows = all.map((one) => [
    one.client,
    mean(one.calls).toFixed(2),
    one.calls.map((calls) => calls.toFixed(2)).join(', '),
    one === cookie ? number(mean(ours.calls) / mean(cookie.calls)) : '',
    number(one.inOutage),
  ])
  return {
    what:
      `No reader is logged in here. An anonymous reader makes ${READERS.visitsPerDay} visits a day. The visits are at random moments, more of them at the hours when a newspaper is read. A visit has ` +
      `${READERS.viewsPerVisit} page views, on average ${READERS.secondsPerView} s apart. ${READERS.newTabShare * 100} % of the views are in a tab of their own. ` +
      `${READERS.sameTabShare * 100} % of the visits begin in the tab of the visit before. The day before is simulated as well, and not counted. ` +
      `The outage is ten minutes in which the service answers 503. There, each browser was told within the ${TOLD_BEFORE_HOURS} hours before that nobody is logged in.`,
    head: HEAD,
    rows,
    goals: goalRows('anonymous readers', COOKIE, figures, GOALS),
  }
}

export const DAYS = { 'ordinary day': day, 'anonymous readers': anonymous }
