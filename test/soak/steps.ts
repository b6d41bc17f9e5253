/** What can happen in one cycle of a soak, how often, and where. */
import { METHODS } from './answers.ts'
import {
  ask,
  askInTwoTabs,
  clear,
  comeOnline,
  failUnseen,
  isReady,
  overtake,
  quietly,
  reaches,
  start,
  turn,
  visit,
  waitInBackground,
} from './asking.ts'
import { construct, disposeBeforeDeparture, disposeInDeparture, disposeInFlight } from './disposing.ts'
import { STAYING } from './faults.ts'
import { close, duplicate, logIn, logInByPopup, logInOften, logOut, reload, wander } from './leaving.ts'
import { HEAD } from './model.ts'
import { waitForPopup } from './popups.ts'
import { MOST_TABS, type Run } from './run.ts'
import type { Tab } from './tab.ts'
import { HIDDEN } from './tab-model.ts'

export interface Step {
  readonly name: string
  readonly weight: number
  /** Whether it can happen in this tab now. @default always */
  suits?(tab: Tab, run: Run): boolean
  run(run: Run, tab: Tab): Promise<void>
}

const lives = ({ stays }: Tab) => !stays
// The first tab keeps one instance through all.
const builds = (tab: Tab, { tabs }: Run) => tab !== tabs[0]
const holds = ({ model }: Tab) => !model.denied && !model.full

/** What a script of the page may leave under the key of the cache, and what is to come of it. */
const rubbish = (now: number) => [
  { text: '\u0000{', entry: { until: 0, isBroken: true } },
  { text: '[]', entry: { until: 0 } },
  {
    text: JSON.stringify({
      value: { session: 7, askedAt: now, expiresAt: now + 60_000 },
      expiresAt: now + 60_000,
    }),
    entry: { until: now + 60_000 },
  },
]

export const STEPS: readonly Step[] = [
  { name: 'ask', weight: 22, run: (run, tab) => ask(run, tab) },
  {
    name: 'ask several times at once',
    weight: 10,
    run(run, tab) {
      const methods = Array.from({ length: run.random.between(2, 6) }, () => run.random.pick(METHODS))
      return ask(run, tab, { methods })
    },
  },
  {
    name: 'clear the cache, and ask',
    weight: 16,
    async run(run, tab) {
      await clear(run, tab)
      await ask(run, tab)
    },
  },
  {
    name: 'let time pass, and ask',
    weight: 8,
    async run(run, tab) {
      run.model.now += run.random.pick([30_000, 60_001, 299_000, 300_001, 900_000])
      await ask(run, tab)
    },
  },
  { name: 'log in', weight: 7, run: logIn },
  { name: 'log in several times in a moment', weight: 2, run: logInOften },
  { name: 'log out', weight: 4, run: logOut },
  {
    name: 'log in by a popup',
    weight: 2,
    suits: (tab, { tabs }) => lives(tab) && tabs.length < MOST_TABS,
    run: logInByPopup,
  },
  {
    name: 'log in by a popup, and wait for its outcome',
    weight: 2,
    run: waitForPopup,
  },
  {
    name: 'end the session at the service, and ask',
    weight: 2,
    async run(run, tab) {
      run.service.endSessions()
      if (typeof run.model.cookie === 'object') run.model.cookie = 'ended'
      await ask(run, tab)
    },
  },
  {
    name: 'drop the session while it is on its way',
    weight: 5,
    run: (run, tab) => overtake(run, tab, tab.stays ? [clear, logIn, logOut] : [clear]),
  },
  {
    name: 'clear the cache from a listener',
    weight: 2,
    run: (run, tab) => ask(run, tab, { clearAt: run.random.pick(['login', 'notLoggedin', 'error']) }),
  },
  { name: 'ask in two tabs at once', weight: 3, run: askInTwoTabs },
  { name: 'ask by a second instance of the page', weight: 2, run: visit },
  { name: 'dispose and construct', weight: 4, suits: builds, run: construct },
  { name: 'dispose while an answer is on its way', weight: 1.5, suits: builds, run: disposeInFlight },
  {
    name: 'dispose while the page is about to be left',
    weight: 1.5,
    suits: builds,
    run: disposeBeforeDeparture,
  },
  { name: 'dispose while the page is being left', weight: 1.5, suits: builds, run: disposeInDeparture },
  {
    name: 'clear the storage',
    weight: 1.5,
    suits: (tab) => !tab.model.denied,
    async run(run, tab) {
      tab.model.empty(false)
      await quietly(run, tab, { do: 'wipe' })
    },
  },
  {
    name: 'fill the storage',
    weight: 1,
    suits: holds,
    async run(run, tab) {
      tab.model.empty(true)
      await quietly(run, tab, { do: 'fill' })
      await ask(run, tab)
    },
  },
  {
    name: 'free the storage',
    weight: 1,
    suits: ({ model }) => model.full,
    async run(run, tab) {
      tab.model.full = false
      await quietly(run, tab, { do: 'free' })
    },
  },
  {
    name: 'write rubbish over the cache',
    weight: 1.5,
    suits: (tab) => holds(tab) && tab.model.kept.has('session'),
    async run(run, tab) {
      const { text, entry } = run.random.pick(rubbish(run.model.now))
      tab.model.kept.set('session', entry)
      await quietly(run, tab, { do: 'tamper', text })
      await ask(run, tab)
    },
  },
  { name: 'be offline, and online again', weight: 2, run: comeOnline },
  { name: 'hide the page, or show it', weight: 4, run: turn },
  { name: 'fail in the background, and be shown', weight: 4, run: failUnseen },
  { name: 'wait in the background for the answer of another tab', weight: 4, run: waitInBackground },
  { name: 'reload', weight: 2.5, suits: lives, run: reload },
  {
    name: 'reload while an answer is on its way',
    weight: 2,
    suits: lives,
    async run(run, tab) {
      // Whoever has cleared the session asks for itself; who finds after an hour that it is over, for all tabs.
      const asksForAll = run.random.chance(0.5)
      if (asksForAll) run.model.now += 3_600_001
      await run.catchUp()
      if (!(asksForAll ? reaches(run, tab) : await isReady(run, tab))) return ask(run, tab)
      const { exchange } = await start(run, tab, 'lost', run.random.weighted(STAYING))
      await reload(run, tab)
      exchange.release()
    },
  },
  { name: 'go to another page, and back', weight: 2, suits: lives, run: wander },
  {
    name: 'open a tab',
    weight: 2,
    suits: (_, { tabs }) => tabs.length < MOST_TABS,
    async run(run) {
      run.count('tabs', 'opened')
      await ask(
        run,
        await run.openTab(run.random.pick(['/', HIDDEN, HIDDEN, HEAD, HEAD, HEAD, '/alone', '/denied'])),
      )
    },
  },
  {
    name: 'open a tab from a page',
    weight: 1,
    suits: (tab, { tabs }) => lives(tab) && tabs.length < MOST_TABS,
    run: duplicate,
  },
  { name: 'close a tab', weight: 1.5, suits: lives, run: close },
]
