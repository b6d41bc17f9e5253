/** Readers who are not logged in: what they cost on an ordinary day, and in an outage. */
import { mean } from './figures.mjs'
import { COOKIE, EXISTING, TABS } from './jobs.mjs'
import { READERS, SECONDS_BEFORE, STRANGERS } from './parameters.mjs'
import { sceneOf } from './scenes.mjs'

/** Today's client, in this chapter. */
const TODAY = TABS
/** At least so many times fewer than today. */
const FEWER = 5

const HEAD = [
  'client',
  'session calls per stranger and day',
  'the same by each seed',
  'times fewer than without the reader cookie',
  'in an outage: session calls per 1 000 page views',
]

export const WORDS = [
  `No reader is logged in here. A stranger makes ${READERS.visitsPerDay} visits a day. They come at random, at the hours of a newspaper's day. A visit has`,
  `${READERS.viewsPerVisit} page views, on average ${READERS.secondsPerView} s apart. ${READERS.newTabShare * 100} % of the views are in a tab of their own.`,
  `${READERS.sameTabShare * 100} % of the visits begin in the tab of the visit before. The day before is simulated as well, and not counted.`,
  'The outage is ten minutes in which the service answers 503.',
  `There, each browser was told within the ${STRANGERS.toldBeforeHours} hours before that nobody is logged in.`,
].join(' ')

/** Calls of one stranger on one day, the days without a visit counted. @param step seconds over which the counts are averages */
const callsPerDay = ({ request }) => (mean(request) * 86_400) / READERS.perDay

/** Calls for each thousand page views while the service is down. */
function callsInOutage({ request, view }, { step, scene }) {
  const { seconds } = sceneOf(scene)
  const during = (values) => mean(values.slice(SECONDS_BEFORE / step, (SECONDS_BEFORE + seconds) / step))
  return (1000 * during(request)) / during(view)
}

/** @returns a table, and in words whether the goals are met */
export function reportStrangers(results) {
  const of = (client) => results.filter(({ job }) => job.client === client)
  const days = (client) =>
    of(client)
      .filter(({ job }) => !job.scene)
      .map(({ counts }) => callsPerDay(counts))
  const outage = (client) => {
    const { job, counts } = of(client).find(({ job }) => job.scene)
    return callsInOutage(counts, job)
  }
  const today = mean(days(TODAY))
  const rows = [EXISTING, TODAY, COOKIE].map((client) => [
    client,
    mean(days(client)).toFixed(2),
    days(client)
      .map((calls) => calls.toFixed(2))
      .join(', '),
    client === COOKIE ? (today / mean(days(client))).toFixed(1) : '',
    outage(client).toFixed(1),
  ])
  const worst = Math.min(...days(COOKIE).map((calls, seed) => days(TODAY)[seed] / calls))
  const verdict = (isMet) => (isMet ? 'met' : 'missed')
  const goals =
    `Goal: at least ${FEWER} times fewer session calls than without the reader cookie, with each seed: ${worst.toFixed(1)} at worst, ${verdict(worst >= FEWER)}. ` +
    `Goal: none in an outage: ${verdict(outage(COOKIE) === 0)}.`
  return { rows: [HEAD, ...rows], goals }
}
