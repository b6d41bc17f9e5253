/** What may happen in the tabs of a reader, and to the session service: commands of fast-check. */
import fc from 'fast-check'
import { PATHS, type Tab } from './browser.ts'
import type { Model } from './model.ts'
import { READERS } from './readers.ts'
import { count } from './report.ts'
import { ask, askNow, clear, type InTab, open, type Soak, settle } from './rules.ts'
import { OFFLINE, TROUBLES, WORKS } from './troubles.ts'

type Step = fc.AsyncCommand<Model, Soak>

const MOST_TABS = 4

/** What is drawn for a step, and whether it makes sense by now. */
interface When<Given> {
  readonly draws?: fc.Arbitrary<Given>
  suits?(tab: Tab, model: Model): boolean
}

const tabOf = ({ tabs }: Pick<Model, 'tabs'>, drawn: number) => tabs[drawn % tabs.length] as Tab

/** Makes steps in one of the tabs that are open by then: so many, beside the others. */
const step = <Given>(
  weight: number,
  name: string,
  { draws = fc.constant(undefined as Given), suits = () => true }: When<Given>,
  run: (it: InTab, given: Given) => Promise<unknown>,
): { weight: number; arbitrary: fc.Arbitrary<Step> } => ({
  weight,
  arbitrary: fc.tuple(fc.nat({ max: MOST_TABS - 1 }), draws).map(([drawn, given]) => ({
    check: (model) => suits(tabOf(model, drawn), model as Model),
    async run(_, soak) {
      count(soak.tally, 'cycles', name)
      await run({ ...soak, tab: tabOf(soak.model, drawn) }, given)
      await settle(soak)
    },
    toString: () => `tab ${drawn}: ${name} ${JSON.stringify(given) ?? ''}`.trimEnd(),
  })),
})

const times = fc.constantFrom(1, 1, 2, 5)
const reader = fc.constantFrom(...Object.keys(READERS))
const path = fc.constantFrom(...PATHS, '/' as const, '/head' as const, '/hidden' as const)
const trouble = fc.option(fc.constantFrom(...Object.keys(TROUBLES)), { freq: 2 })
const span = fc.constantFrom(3000, 31_000, 59_000, 241_000, 301_000, 3_601_000)
const change = fc.constantFrom('log in' as const, 'log out' as const, 'clear' as const)
const works = (_: Tab, model: Model) => model.trouble === WORKS
const isSeenAndWorks = (tab: Tab, model: Model) => works(tab, model) && !tab.isHidden
const shares = ({ isAlone }: Tab) => !isAlone

/** Two tabs that nobody sees ask at once, and clear the session before: one of them asks for both. */
async function askInTwo(soak: Soak): Promise<void> {
  const { browser, model } = soak
  const two = model.tabs.filter(shares).slice(0, 2)
  for (const tab of two) {
    await tab.hide(true)
    await clear({ ...soak, tab })
  }
  await browser.all('isQuiet')
  await browser.isInSync()
  const most = Math.max(...two.map((tab) => model.requestsOf(tab)))
  // Each may hear from the other that the reader has changed.
  for (const tab of two) tab.hasNews = true
  const [one = 0, other = 0] = await Promise.all(two.map((tab) => askNow({ ...soak, tab })))
  if (one + other > most && !model.mayFail && two.every(({ isHidden }) => isHidden))
    throw new Error(`two tabs that nobody sees make ${one + other} requests at once, not ${most}`)
}

let last = 0

/** Leaves to log in or out, and comes back. */
async function leave({ browser, model, tab }: InTab, name: string | null): Promise<void> {
  const moment = browser.now()
  const mark = `=state-${++last}`
  if (name) {
    browser.service.next = name
    await tab.leaves(() => tab.do('login', mark.slice(1)), mark)
    // The others hear of it when this page is told, unless a cookie tells them.
    model.changes(name, browser.site.isDeclared ? model.tabs : [tab], moment)
  } else {
    await tab.leaves(() => tab.do('logout', browser.service.url(`${tab.path}?out${mark}`)), mark)
    model.changes(null, model.around(tab), moment)
  }
}

/** Begins to ask, has the session dropped before the answer comes, and looks what becomes of that answer. */
async function beginThen(it: InTab, what: 'clear' | 'log in' | 'log out'): Promise<void> {
  const { browser, model, tab } = it
  await clear(it)
  const before = model.mayAnswer(tab)
  const other = what === 'clear' ? undefined : model.tabs.find((each) => each !== tab)
  const { arrived, release } = browser.service.hold()
  try {
    const asked = tab.do('ask', 1)
    await Promise.race([arrived, asked])
    if (other) await leave({ ...it, tab: other }, what === 'log in' ? 'Grace' : null)
    else await clear(it)
    await browser.isInSync()
    release()
    const word = (await asked).answers[0] as string
    // Who has cleared the session itself is told what was true when it asked.
    const right = [...(!other || tab.isAlone ? before : []), ...model.mayAnswer(tab)]
    if (!right.includes(word))
      throw new Error(
        `${tab.name} was asked before "${what}", and answers "${word}": ${right.join(' or ')} is right`,
      )
  } finally {
    release()
  }
  for (const each of other ? [tab, other] : [tab]) await ask({ ...it, tab: each })
}

export const STEPS: fc.Arbitrary<Step> = fc.oneof(
  step(4, 'open a tab', { draws: path, suits: (_, { tabs }) => tabs.length < MOST_TABS }, open),
  step(1, 'close a tab', { suits: (_, { tabs }) => tabs.length > 1 }, ({ browser, tab }) =>
    browser.close(tab),
  ),
  step(8, 'ask', { draws: times }, ask),
  step(5, 'clear, and ask', { draws: times }, async (it, given) => {
    await clear(it)
    await ask(it, given)
  }),
  step(2, 'ask in two tabs at once', { suits: (_, { tabs }) => tabs.filter(shares).length > 1 }, askInTwo),
  step(4, 'let time go by', { draws: span }, async ({ browser, model }, ms) => {
    const requests = () => Promise.all(browser.tabs.map((tab) => tab.do('requests')))
    const before = await requests()
    await browser.jump(ms)
    const after = await requests()
    for (const [index, { isHidden, hasNews, name }] of model.tabs.entries())
      if (isHidden && !hasNews && before[index] !== after[index])
        throw new Error(`${name} asks by itself, and nobody sees it`)
  }),
  step(10, 'log in or out', { draws: fc.option(reader, { freq: 2 }) }, async (it, name) => {
    await leave(it, name)
    await ask(it)
  }),
  step(3, 'drop the session meanwhile', { draws: change, suits: isSeenAndWorks }, beginThen),
  step(2, 'log in or out on another host', { draws: fc.option(reader) }, async ({ browser, model }, name) => {
    const before = browser.now()
    await browser.changesElsewhere(name)
    model.changes(name, browser.site.isDeclared ? model.tabs : [], before)
  }),
  step(1, 'end the session at the service', {}, async ({ browser, model }) => {
    browser.service.sessions.clear()
    model.changes(null, [])
  }),
  step(6, 'something goes wrong, or works again', { draws: trouble }, async ({ model, tally }, name) => {
    if (name) count(tally, 'troubles of the service', name)
    model.trouble = TROUBLES[name ?? ''] ?? WORKS
  }),
  step(3, 'hide the page, or show it', {}, ({ tab }) => tab.hide(!tab.isHidden)),
  step(2, 'reload', {}, async (it) => {
    await it.tab.page.reload()
    await it.tab.loads()
    await ask(it)
  }),
  step(2, 'go elsewhere, and back', {}, async (it) => {
    const { browser, tab } = it
    await tab.page.goto(browser.service.url('/elsewhere'))
    await tab.page.goBack({ waitUntil: 'commit' })
    await tab.loads()
    await tab.do('isQuiet')
    tab.holdsUntil = 0
    // The page may be the one that was left.
    await tab.hide(tab.isHidden)
    await ask(it)
  }),
  step(2, 'dispose, and construct', {}, async (it) => {
    const answer = await it.tab.do('construct')
    if (answer !== '!disposed') throw new Error(`who was disposed answers ${answer}`)
    it.tab.constructs()
    await ask(it)
  }),
  step(1, 'be offline, and online again', { suits: works }, async (it) => {
    const { browser, model, tab } = it
    await clear(it)
    model.trouble = OFFLINE
    await browser.context.setOffline(true)
    await ask(it)
    await browser.context.setOffline(false)
    model.trouble = WORKS
    tab.sparesUntil = 0
  }),
)
