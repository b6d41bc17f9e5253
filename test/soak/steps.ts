/** What can happen in one cycle of a soak, each with what the model says of it. */
import { type Fault, SINGLE, WORKS } from './faults.ts'
import type { Report } from './in-page.ts'
import { InstanceModel, METHODS, type Method, PageModel, TabModel } from './model.ts'
import { READERS } from './readers.ts'
import { MOST_TABS, type Run } from './run.ts'
import type { Tab } from './tab.ts'

export interface Step {
  readonly name: string
  readonly weight: number
  /** Whether it can happen in this tab now. @default always */
  suits?(tab: Tab, run: Run): boolean
  run(run: Run, tab: Tab): Promise<void>
}

// What a session says of its lifetime; nothing stands for 300 s, and one of none is never kept.
const LIFETIMES_MS = [undefined, undefined, 60_000, 3_600_000, 0]

const lives = ({ stays }: Tab) => !stays
// The first tab keeps one instance through all.
const builds = (tab: Tab, { tabs }: Run) => tab !== tabs[0]
const holds = ({ model }: Tab) => !model.denied && !model.full

interface AskOptions {
  methods?: readonly Method[]
  fault?: Fault
  /** An event at which a listener clears the cache. */
  clearAt?: string
}

/** A page asks, once or several times at once. */
async function ask(run: Run, tab: Tab, { methods, fault, clearAt }: AskOptions = {}): Promise<void> {
  const { model, random } = run
  const { instance } = tab.model.page
  const asked = methods ?? [random.pick(METHODS)]
  const given = fault ?? run.anyFault()
  const exchange = run.expect(given, model.wouldFetch(tab.model, instance))
  const expected = model.asks(tab.model, instance, given)
  if (clearAt && expected.heard.some((event) => event.startsWith(`${clearAt} `)))
    model.clears(tab.model, instance)
  const act = () =>
    run.command(tab, { do: 'ask', methods: asked, hasty: !!given.hasty && !!exchange, clearAt })
  const page = tab.model.page
  const report = expected.leaves ? await tab.leaves(act) : await act()
  const answers = run.answers(asked, expected)
  run.check(tab, { ...report, born: answeredBy(tab, page, report.born) }, { ...expected, answers }, exchange)
  if (expected.leaves) await arrive(run, tab)
}

/** A page that was left has spoken for itself; the tab is at the next one by now. */
const answeredBy = (tab: Tab, page: PageModel, born: string) =>
  born === page.born ? tab.model.page.born : born

/** After a departure: looks at the page that it led to, and sometimes goes back to the one that was left. */
async function arrive(run: Run, tab: Tab): Promise<void> {
  if (tab.stays) return
  await run.look(tab)
  if (!tab.left || !run.random.chance(0.2)) return
  tab.left = undefined
  await travel(run, tab, 'back')
  if (run.random.chance(0.5)) await visit(run, tab)
  await ask(run, tab)
}

/** Goes one page back or forward, and looks at it. */
async function travel(run: Run, tab: Tab, where: 'back' | 'forward'): Promise<void> {
  run.note(`${tab.name}: ${where}`)
  const go = () =>
    where === 'back' ? tab.page.goBack({ waitUntil: 'commit' }) : tab.page.goForward({ waitUntil: 'commit' })
  const restored = await tab.goes(go)
  if (restored) run.model.returns(tab.model)
  run.count('tabs', restored ? 'went back or forward, page restored' : 'went back or forward, page loaded')
  await run.look(tab)
}

/** A second instance on the same page asks, and is gone. */
async function visit(run: Run, tab: Tab): Promise<void> {
  const { model } = run
  const visitor = new InstanceModel()
  const method = run.random.pick(METHODS)
  const drawn = run.anyFault()
  // A page that is left for a refresh would take the visitor with it before it is disposed.
  const fault = drawn.name === 'asks for a redirect' ? WORKS : drawn
  const exchange = run.expect(fault, model.wouldFetch(tab.model, visitor))
  const expected = model.asks(tab.model, visitor, fault)
  const report = await run.command(tab, { do: 'visit', method, hasty: !!fault.hasty && !!exchange })
  run.check(tab, report, { ...expected, answers: run.answers([method], expected) }, exchange)
}

/** A reader logs in, by way of the account service: the cookie is another one for every tab. */
async function logIn(run: Run, tab: Tab): Promise<void> {
  const { model, random, service } = run
  const [name, reader] = random.pick(Object.entries(READERS))
  service.next = { reader, lifetimeMs: random.pick(LIFETIMES_MS) }
  service.expectNone()
  run.count('logins', name)
  model.clears(tab.model, tab.model.page.instance)
  const page = tab.model.page
  const report = await tab.leaves(() =>
    run.command(tab, { do: 'login', state: `state-${random.fraction()}` }),
  )
  model.cookie = { ...service.next }
  run.check(tab, { ...report, born: answeredBy(tab, page, report.born) }, { answers: ['null'] })
  await arrive(run, tab)
}

async function logOut(run: Run, tab: Tab): Promise<void> {
  const { model } = run
  run.service.expectNone()
  const page = tab.model.page
  const heard = model.logsOut(tab.model, page.instance)
  const report = await tab.leaves(() => run.command(tab, { do: 'logout' }))
  model.cookie = 'none'
  run.check(tab, { ...report, born: answeredBy(tab, page, report.born) }, { heard })
  await arrive(run, tab)
}

/** Does what the model is to take note of, and nothing is told, called or asked. */
async function quietly(run: Run, tab: Tab, command: Parameters<Run['command']>[1]): Promise<void> {
  run.service.expectNone()
  run.check(tab, await run.command(tab, command), {})
}

async function clear(run: Run, tab: Tab): Promise<void> {
  run.model.clears(tab.model, tab.model.page.instance)
  await quietly(run, tab, { do: 'clear' })
}

/**
 * Clears the cache, and says whether the next question may be held back: it reaches the service, and its answer does
 * not take a cookie away, which would matter to the questions after it.
 */
async function isReady(run: Run, tab: Tab): Promise<boolean> {
  await clear(run, tab)
  return run.model.cookie !== 'ended' && run.model.wouldFetch(tab.model, tab.model.page.instance)
}

/** A question on its way, whose answer the service holds back. */
async function start(run: Run, tab: Tab, ticket: string, fault: Fault) {
  const { model, service } = run
  run.note(`the service, late: ${fault.name}`)
  run.count('faults', fault.name)
  const exchange = service.expect(fault, true)
  const { instance } = tab.model.page
  run.check(tab, await run.command(tab, { do: 'start', ticket }), {})
  await exchange.arrived
  const truth = model.truth(fault)
  return { ticket, fault, exchange, truth, instance }
}

type Started = Awaited<ReturnType<typeof start>>

/** The answer comes. */
async function settle(run: Run, tab: Tab, started: Started, current: boolean): Promise<void> {
  const { ticket, fault, exchange, truth, instance } = started
  const expected = run.model.resolve(tab.model, instance, fault, truth, current)
  exchange.release()
  const report = await run.command(tab, { do: 'settle', ticket })
  run.check(tab, report, { ...expected, answers: run.answers(['hasSession'], expected) }, exchange)
}

const staying = SINGLE.filter(({ name }) => name !== 'asks for a redirect')

/** An answer is overtaken: the session is dropped while it is on its way, and asked for anew. */
async function overtake(run: Run, tab: Tab): Promise<void> {
  const { random } = run
  if (!(await isReady(run, tab))) return ask(run, tab)
  const before = await start(run, tab, 'before', random.weighted(SINGLE))
  const end = random.pick(tab.stays ? [clear, logIn, logOut] : [clear])
  await end(run, tab)
  const after = await start(run, tab, 'after', random.weighted(staying))
  if (random.chance(0.5)) {
    await settle(run, tab, before, false)
    await settle(run, tab, after, true)
  } else {
    await settle(run, tab, after, true)
    await settle(run, tab, before, false)
  }
}

/** Ends the instance of a page and makes another one; whoever still holds the old one is told so. */
async function construct(run: Run, tab: Tab): Promise<void> {
  run.model.disposes(tab.model)
  await quietly(run, tab, { do: 'dispose' })
  await quietly(run, tab, { do: 'construct' })
  const report = await run.command(tab, { do: 'ask the disposed' })
  run.check(tab, report, { answers: ['!disposed'] })
}

/** An instance is disposed while an answer is on its way: whoever asked is told so, and nothing else happens. */
async function disposeInFlight(run: Run, tab: Tab): Promise<void> {
  const { random } = run
  if (!(await isReady(run, tab))) return ask(run, tab)
  const started = await start(run, tab, 'disposed', random.pick([WORKS, WORKS, ...staying.filter(tells)]))
  await construct(run, tab)
  started.exchange.release()
  const report = await run.command(tab, { do: 'settle', ticket: 'disposed' })
  run.check(tab, report, { answers: ['!disposed'], requests: [1, 1] }, started.exchange)
}

/** Faults that are told as they are without the plugin that follows redirects. */
const tells = ({ meaning }: Fault) => !(typeof meaning === 'object' && 'redirect' in meaning)

async function reload(run: Run, tab: Tab): Promise<void> {
  run.note(`${tab.name}: reload`)
  await tab.loads(() => tab.page.reload())
  run.count('tabs', 'reloaded')
  await run.look(tab)
}

/** Two tabs ask in the same moment. */
async function askInTwoTabs(run: Run, tab: Tab): Promise<void> {
  const { model, random, service } = run
  // One cookie that both would take away would make it matter who is first.
  if (model.cookie === 'ended') return ask(run, tab)
  const tabs = [tab, random.pick(run.tabs.filter((it) => it !== tab))]
  const exchange = service.expect(WORKS)
  const expected = tabs.map((it) => {
    const asked = model.asks(it.model, it.model.page.instance, WORKS)
    return { asked, spId: model.spId, answers: run.answers(['hasSession'], asked) }
  })
  const total = expected.reduce((sum, { asked }) => sum + asked.requests[0], 0)
  for (let call = 0; call < total; call++) run.count('faults', WORKS.name)
  const reports = await Promise.all(
    tabs.map((it) => run.command(it, { do: 'ask', methods: ['hasSession'], hasty: false })),
  )
  // The cookie is what the last of the two has written, whichever that was.
  const { spId } = await run.command(tab, { do: 'look' })
  if (expected.some((it) => it.spId === spId)) model.spId = spId
  for (const [index, it] of tabs.entries()) {
    const { heard = [] } = expected[index]?.asked ?? {}
    const report = { ...(reports[index] as Report), spId }
    run.check(it, report, { answers: expected[index]?.answers, heard, requests: [total, total] }, exchange)
  }
}

/** Another page of the site, and back, and perhaps forward and back again; each asks. */
async function wander(run: Run, tab: Tab): Promise<void> {
  const { random } = run
  run.note(`${tab.name}: to the second page`)
  await tab.loads(() => tab.page.goto(run.service.url(tab.model.denied ? '/denied?second' : '/second')))
  tab.left = undefined
  await run.look(tab)
  // Where the page is left for a refresh, "back" leads elsewhere.
  const stayingFault = () => random.weighted(staying)
  await ask(run, tab, { fault: stayingFault() })
  await travel(run, tab, 'back')
  await ask(run, tab, { fault: stayingFault() })
  if (!random.chance(0.5)) return
  await travel(run, tab, 'forward')
  await ask(run, tab, { fault: stayingFault() })
  await travel(run, tab, 'back')
}

async function close(run: Run, tab: Tab): Promise<void> {
  run.note(`${tab.name}: closed`)
  await tab.page.close()
  run.tabs.splice(run.tabs.indexOf(tab), 1)
  run.count('tabs', 'closed')
}

/** Opens a page from a page: the new tab has a copy of the storage, or, without an opener, none of it. */
async function duplicate(run: Run, tab: Tab): Promise<void> {
  const opener = run.random.chance(0.7)
  run.note(`${tab.name}: opens a tab ${opener ? 'with a copy of the storage' : 'of its own'}`)
  const model = new TabModel(tab.model.denied)
  if (opener) {
    model.full = tab.model.full
    model.kept = new Map([...tab.model.kept].map(([name, entry]) => [name, { ...entry }]))
  }
  const [page] = await Promise.all([
    run.browser.waitForEvent('page'),
    tab.page.evaluate(
      (features) => void window.open(location.href, '_blank', features),
      opener ? '' : 'noopener',
    ),
  ])
  await page.waitForLoadState('load')
  const copy = await run.adopt(model, '', { opened: page })
  run.count('tabs', opener ? 'duplicated' : 'opened by a page, without an opener')
  const { born } = await run.command(copy, { do: 'look' })
  model.page = new PageModel(born)
  await ask(run, copy)
}

/** What a script of the page may leave under the key of the cache, and what is to come of it. */
const rubbish = (now: number) => [
  { text: '\u0000{', entry: { until: 0 } },
  { text: '[]', entry: { until: 0 } },
  {
    text: JSON.stringify({
      value: { status: 200, body: [1], expiresAt: now + 60_000, cached: true },
      expiresAt: now + 60_000,
    }),
    entry: { until: now + 60_000, answer: 'rubbish' as const },
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
  { name: 'log out', weight: 4, run: logOut },
  {
    name: 'end the session at the service, and ask',
    weight: 2,
    async run(run, tab) {
      run.service.endSessions()
      if (typeof run.model.cookie === 'object') run.model.cookie = 'ended'
      await ask(run, tab)
    },
  },
  { name: 'drop the session while it is on its way', weight: 5, run: overtake },
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
    name: 'clear the storage',
    weight: 1.5,
    suits: (tab) => !tab.model.denied,
    async run(run, tab) {
      tab.model.kept.clear()
      tab.model.full = false
      await quietly(run, tab, { do: 'wipe' })
    },
  },
  {
    name: 'fill the storage',
    weight: 1,
    suits: holds,
    async run(run, tab) {
      tab.model.kept.clear()
      tab.model.full = true
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
  { name: 'reload', weight: 2.5, suits: lives, run: reload },
  {
    name: 'reload while an answer is on its way',
    weight: 1,
    suits: lives,
    async run(run, tab) {
      if (!(await isReady(run, tab))) return ask(run, tab)
      const { exchange } = await start(run, tab, 'lost', run.random.weighted(staying))
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
      await ask(run, await run.openTab(run.random.chance(0.15)))
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
