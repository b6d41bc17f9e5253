/** A chapter for each scene: what the service is asked in trouble and after it, and how many readers are known. */
import { EXISTING, OURS } from './clients.mjs'
import { figuresOf, knownShare, mean, meanOf, number, partsOf, percent, seconds, times } from './figures.mjs'
import { GOALS, goalRows } from './goals.mjs'
import { PARKING, SEEDS } from './parameters.mjs'
import { SCENES } from './scenes.mjs'

const HEAD =
  'client | requests in trouble: mean, highest | after: highest | status known: in trouble | 1 min after | 3 min after | back to ordinary after | work done of what could be | wasted'
const OF_PARKED =
  ' In the rows “pages parked”, readers open four pages at once, one visible and three in the background, and read one after the other. In the ' +
  'other rows they open pages one by one. A visible page heeds the pause that its own tab knows. So a tab that is opened during a pause asks once. ' +
  'A hidden page heeds the pause of all tabs. A page whose call failed while it was hidden asks when it is looked at, except during a pause.'

function cellsOf({ name, figures }) {
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
  ]
}

function pictureOf(scene, rows, { ordinary, capacity }) {
  const curves = (read) => rows.map(({ ofSeeds }) => meanOf(ofSeeds, read))
  const asked = curves(({ request }) => request.map((count) => count / ordinary))
  const done = curves(({ done }) => done.map((count) => count / capacity))
  const panels = [
    { title: 'Requests a second, of an ordinary one', curves: asked, format: number },
    { title: 'Answers that somebody waited for, of the capacity', curves: done, most: 1, format: percent },
    { title: 'Readers present whose status is known', curves: curves(knownShare), most: 1, format: percent },
  ]
  return { title: scene.what, names: rows.map(({ name }) => name), trouble: scene.seconds, panels }
}

async function trouble(name, context) {
  const { run, size, ordinary, capacity } = context
  const scene = SCENES[name]
  // Nothing hangs on chance where there is no goal.
  const seeds = GOALS[name] ? SEEDS : SEEDS.slice(0, 1)
  const job = { scene: name, scale: size[scene.size], step: size.step, ordinary }
  /** Both clients, for the same readers. What the existing one asks before the trouble is an ordinary second. */
  const both = async (suffix, habits) => {
    const counted = (client) => Promise.all(seeds.map((seed) => run({ ...job, client, seed, habits })))
    const ofClients = await Promise.all([EXISTING, OURS].map(counted))
    const before = ofClients[0].map(({ request }) => mean(partsOf(request, scene, size.step).before))
    const figures = (counts, seed) =>
      figuresOf(counts, scene, { step: size.step, capacity, ordinary: before[seed] })
    return ofClients.map((ofSeeds, client) => ({
      name: [EXISTING, OURS][client] + suffix,
      ofSeeds,
      figures: ofSeeds.map(figures),
    }))
  }
  const isOutage = !scene.left
  const rows = (await Promise.all([both(''), ...(isOutage ? [both(', pages parked', PARKING)] : [])])).flat()
  const ours = rows.filter((row) => row.name.startsWith(OURS))
  return {
    what: `${scene.what}.${isOutage ? OF_PARKED : ''}`,
    head: HEAD,
    rows: rows.map(cellsOf),
    goals: ours.flatMap((row) => goalRows(name, row.name, row.figures)),
    picture: pictureOf(scene, rows, context),
  }
}

const chapterOf = (name) => [name, (context) => trouble(name, context)]
export const TROUBLE = Object.fromEntries(Object.keys(SCENES).map(chapterOf))
