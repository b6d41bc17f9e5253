/** What is simulated: which client in which scene, how many readers, and with which seeds. */
import { OPEN_MINUTES, SEEDS, STRANGERS, VARIATIONS } from './parameters.mjs'
import { QUIET } from './scenes.mjs'

export const EXISTING = 'existing client'
export const TABS = 'ours with tabs'
export const LIVE = 'ours with tabs, asking anew'
export const COOKIE = 'ours with tabs and the reader cookie'
export const CLIENTS = [EXISTING, 'ours without the pause', 'ours', TABS, 'ours with the head snippet']
/** Those that the goals speak of, and the one that they are compared with. */
const COMPARED = CLIENTS.filter((client) => client !== 'ours without the pause')
const parked = (client) => `${client}, pages parked`
/** The name of a client for readers who open pages in the background: of those, one asks for all. */
export const PARKED = parked(TABS)
/** The existing client for the readers of a row. */
export const existingFor = (as) => (as === PARKED ? parked(EXISTING) : EXISTING)

const [FIRST] = SEEDS.report

/** The existing client with nothing wrong: what an ordinary second is, which the service was made for. */
export const quietJob = (size) => ({
  client: EXISTING,
  scene: QUIET.name,
  seed: FIRST,
  scale: size[QUIET.size],
  step: size.step,
})

/** Who is in a scene. */
const castOf = (scene) => [
  ...CLIENTS.map((client) => ({ as: client, client })),
  ...(scene.isOutage
    ? [EXISTING, TABS].map((client) => ({ as: parked(client), client, habits: { tabsAtOnce: 4 } }))
    : []),
]

/** Scenes with goals by all seeds for the clients that are compared; all else by the first, since nothing hangs on it. */
export const sceneJobs = (scenes, { size, ordinary }) =>
  scenes.flatMap((scene) =>
    castOf(scene).flatMap((actor) =>
      (scene.isJudged && COMPARED.includes(actor.client) ? SEEDS.report : [FIRST]).map((seed) => ({
        ...actor,
        scene: scene.name,
        seed,
        scale: size[scene.size],
        step: size.step,
        ordinary,
      })),
    ),
  )

export const dayJobs = (size) =>
  CLIENTS.flatMap((client) =>
    (client === EXISTING || client === TABS ? SEEDS.report : [FIRST]).map((seed) => ({
      as: client,
      client,
      seed,
      scale: size.day,
    })),
  )

/** The ordinary day of readers with other habits. */
export const habitJobs = (size) =>
  VARIATIONS.tabsAtOnce.flatMap((tabsAtOnce) =>
    VARIATIONS.newTabShare.flatMap((newTabShare) =>
      [EXISTING, TABS].map((client) => ({
        client,
        seed: FIRST,
        scale: size.habits,
        habits: { tabsAtOnce, newTabShare },
      })),
    ),
  )

/** The ordinary day of readers whose last page stays open. */
export const openJobs = (size) =>
  OPEN_MINUTES.flatMap((minutes) =>
    [TABS, LIVE].map((client) => ({
      client,
      seed: FIRST,
      scale: size.habits,
      habits: { secondsOpen: minutes * 60 },
    })),
  )

/** Strangers: on an ordinary day, and in an outage. */
export const strangerJobs = (size) => {
  const { loggedInShare, daysBefore, toldBeforeHours } = STRANGERS
  return [EXISTING, TABS, COOKIE].flatMap((client) => [
    ...SEEDS.report.map((seed) => ({
      isOfStrangers: true,
      client,
      seed,
      scale: size.habits,
      after: daysBefore * 86_400,
      habits: { loggedInShare },
    })),
    {
      isOfStrangers: true,
      client,
      scene: 'outage, 503',
      seed: FIRST,
      scale: size.habits,
      step: size.step,
      habits: { loggedInShare, toldBeforeHours },
    },
  ])
}

/** Of tabs, in a scene, with something changed: what else could have been. */
export const triedJob = (more, { size, ordinary }) => ({
  client: TABS,
  scale: size.tried,
  step: size.step,
  ordinary,
  ...more,
})
