/** A chapter for each scene: what the service is asked in trouble and after it, and how many readers are known. */
import {
  atLeast,
  atMost,
  curve,
  figuresOf,
  goalRows,
  mean,
  meanOf,
  partsOf,
  percent,
  seconds,
  times,
} from './figures.mjs'
import { EXISTING, OURS, PARKING, SEEDS } from './parameters.mjs'
import { simulateSeeds } from './pool.mjs'
import { SCENES } from './scenes.mjs'

const OUTAGE = [
  ['requests in it at most 2 ×', 'highestDuring', atMost(2), times],
  ['highest after it at most 1.5 ×', 'highestAfter', atMost(1.5), times],
  ['half known 1 min after', 'knownAfter1', atLeast(0.5), percent],
  ['95 % known 3 min after', 'knownAfter3', atLeast(0.95), percent],
]
const GOALS = {
  'outage, 503': OUTAGE,
  'outage, no answer': OUTAGE,
  brownout: [
    ['work done at least 0.9 of what could be', 'workDone', atLeast(0.9), percent],
    ['back to ordinary within 3 min', 'backAfter', atMost(180), seconds],
  ],
}
const HEAD =
  'client | requests in trouble: mean, highest | after: highest | status known: in trouble | 1 min after | 3 min after | back to ordinary after | work done of what could be | wasted | requests in the course of it'
const OF_PARKED =
  ' In the rows “pages parked”, readers open four pages at once, one visible and three in the background, and read one after the other. In the ' +
  'other rows they open pages one by one. A visible page heeds the pause that its own tab knows. So a tab that is opened during a pause asks once. ' +
  'A hidden page heeds the pause of all tabs. A page whose call failed while it was hidden asks when it is looked at, except during a pause.'

function cellsOf({ name, figures, requests }, most) {
  const of = (figure) => mean(figures.map((ofSeed) => ofSeed[figure]))
  return [
    name,
    `${times(of('during'))}, ${times(of('highestDuring'))}`,
    times(of('highestAfter')),
    percent(of('knownDuring')),
    percent(of('knownAfter1')),
    percent(of('knownAfter3')),
    seconds(of('backAfter')),
    ...(of('workDone') ? [percent(of('workDone')), percent(of('wasted'))] : ['–', '–']),
    curve(requests, most),
  ]
}

async function trouble(name, { size, ordinary, capacity }) {
  const scene = SCENES[name]
  const { step } = size
  const goals = GOALS[name] ?? []
  // Nothing hangs on chance where there is no goal.
  const seeds = goals.length ? SEEDS : SEEDS.slice(0, 1)
  const job = { scene: name, scale: size[scene.size], step, ordinary }
  /** Both clients, for the same readers. What the existing one asks before the trouble is an ordinary second. */
  const both = async (suffix, behaviour) => {
    const counted = (client) => simulateSeeds({ ...job, client, behaviour }, seeds)
    const [existing, ours] = await Promise.all([EXISTING, OURS].map(counted))
    const before = existing.map(({ request }) => mean(partsOf(request, scene, step).before))
    const rowOf = (client, ofSeeds) => ({
      name: client + suffix,
      requests: meanOf(ofSeeds, ({ request }) => request),
      figures: ofSeeds.map((one, seed) => figuresOf(one, scene, { step, capacity, ordinary: before[seed] })),
    })
    return [rowOf(EXISTING, existing), rowOf(OURS, ours)]
  }
  const isOutage = !scene.left
  const rows = isOutage ? [...(await both('')), ...(await both(', pages parked', PARKING))] : await both('')
  const most = Math.max(...rows.flatMap(({ requests }) => requests))
  return {
    what: `${scene.what}.${isOutage ? OF_PARKED : ''}`,
    head: HEAD,
    rows: rows.map((row) => cellsOf(row, most)),
    goals: rows
      .filter((row) => row.name.startsWith(OURS))
      .flatMap((row) => goalRows(name, row.name, row.figures, goals)),
  }
}

const chapterOf = (name) => [name, (context) => trouble(name, context)]
export const TROUBLE = Object.fromEntries(Object.keys(SCENES).map(chapterOf))
