/** Chapters of the ordinary day, from midnight to midnight: of all readers, and of those who are not logged in. */
import { COOKIE, EXISTING, OURS } from './clients.mjs'
import { callsPerThousand, mean, meanOf, number, partsOf, times } from './figures.mjs'
import { goalRows } from './goals.mjs'
import { READERS, SEEDS, TOLD_BEFORE_HOURS } from './parameters.mjs'
import { SCENES } from './scenes.mjs'

const ofSeeds = (run, job) => Promise.all(SEEDS.map((seed) => run({ ...job, seed })))

async function day({ run, size }) {
  const both = await Promise.all([EXISTING, OURS].map((client) => ofSeeds(run, { client, scale: size.day })))
  const calls = both.map((counts) => counts.map(callsPerThousand))
  const [existing, ours] = calls
  const rows = [EXISTING, OURS].map((client, row) => [
    client,
    mean(calls[row]).toFixed(0),
    times(calls[row][0] / existing[0]),
    Math.max(...meanOf(both[row], ({ request }) => request)).toFixed(0),
  ])
  const shares = ours.map((count, seed) => ({ share: count / existing[seed] }))
  return {
    what: 'From midnight to midnight.',
    head: 'client | session calls per 1 000 page views | of the existing client’s | in the highest second',
    rows,
    goals: goalRows('ordinary day', OURS, shares),
  }
}

async function strangers({ run, size }) {
  const scene = 'outage, 503'
  const during = (curve) => partsOf(curve, SCENES[scene], size.step).during
  const counted = async (client) => {
    const job = { client, scale: size.strangers, habits: { loggedInShare: 0 } }
    const habits = { ...job.habits, toldBeforeHours: TOLD_BEFORE_HOURS }
    const outage = run({ ...job, seed: SEEDS[0], habits, scene, step: size.step })
    const days = await ofSeeds(run, { ...job, hasDayBefore: true })
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
  return {
    what:
      `No reader is logged in here. A stranger makes ${READERS.visitsPerDay} visits a day. They come at random, at the hours of a newspaper's day. A visit has ` +
      `${READERS.viewsPerVisit} page views, on average ${READERS.secondsPerView} s apart. ${READERS.newTabShare * 100} % of the views are in a tab of their own. ` +
      `${READERS.sameTabShare * 100} % of the visits begin in the tab of the visit before. The day before is simulated as well, and not counted. ` +
      `The outage is ten minutes in which the service answers 503. There, each browser was told within the ${TOLD_BEFORE_HOURS} hours before that nobody is logged in.`,
    head: 'client | session calls per stranger and day | the same by each seed | times fewer than without the presence cookie | in an outage: session calls per 1 000 page views',
    rows: all.map((one) => [
      one.client,
      mean(one.calls).toFixed(2),
      one.calls.map((calls) => calls.toFixed(2)).join(', '),
      one === cookie ? number(mean(ours.calls) / mean(cookie.calls)) : '',
      number(one.inOutage),
    ]),
    goals: goalRows('strangers', COOKIE, figures),
  }
}

export const DAYS = { 'ordinary day': day, strangers }
