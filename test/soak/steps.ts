/** What may happen in the tabs of a reader, and to the session service: commands of fast-check. */
import fc from 'fast-check'
import { beginThen, logIn, logInByPopup, logOut, visit } from './leaving.ts'
import type { Model } from './model.ts'
import { READERS } from './readers.ts'
import { count } from './report.ts'
import { ask, askAtOnce, clear, Disagreement, type InTab, inTab, open, type Soak, settle } from './rules.ts'
import { PATHS, type TabModel } from './tab-model.ts'
import { OFFLINE, TROUBLES, type Trouble, WORKS } from './troubles.ts'

export type Step = fc.AsyncCommand<Model, Soak>

const MOST_TABS = 4

interface When<Given> {
  /** What is drawn for each. @default nothing */
  readonly draws?: fc.Arbitrary<Given>
  /** Whether it makes sense by now. @default always */
  suits?(of: TabModel, model: Model): boolean
}

/** Makes steps in one of the tabs that are open by then: so many, beside the others. */
const step = <Given>(
  weight: number,
  name: string,
  { draws = fc.constant(undefined as Given), suits = () => true }: When<Given>,
  run: (it: InTab, given: Given) => Promise<unknown>,
): { weight: number; arbitrary: fc.Arbitrary<Step> } => ({
  weight,
  arbitrary: fc.tuple(fc.nat({ max: MOST_TABS - 1 }), draws).map(([drawn, given]) => ({
    check: (model) => suits(model.tabs[drawn % model.tabs.length] as TabModel, model as Model),
    async run(_, soak) {
      count(soak.tally.steps, name)
      await run(inTab(soak, drawn % soak.model.tabs.length), given)
      await settle(soak)
    },
    toString: () => `tab ${drawn}: ${name} ${JSON.stringify(given) ?? ''}`.trimEnd(),
  })),
})

const times = fc.constantFrom(1, 1, 2, 5)
const reader = fc.constantFrom(...Object.keys(READERS))
const path = fc.constantFrom(...PATHS, '/' as const, '/head' as const, '/hidden' as const)
const trouble = fc.constantFrom(...Object.keys(TROUBLES))
const span = fc.constantFrom(3000, 31_000, 59_000, 241_000, 301_000, 3_601_000)
const change = fc.constantFrom('log in' as const, 'log out' as const, 'clear' as const)
/** Rubbish that a page's other scripts might write over what is kept. */
const rubbish = fc.constantFrom('', 'null', '[]', '{"value":{"session":[]},"expiresAt":9e15}', '{"value":')

const SPANS = 8
const ROUNDS = 200
const LEAKED_BYTES = 20_000

const works = (_: TabModel, model: Model) => model.trouble === WORKS

function setTrouble({ browser, model }: Soak, to: Trouble): void {
  browser.service.trouble = to
  model.setTrouble(to)
}

/** Two tabs ask at once, and clear the session before: where nobody sees them, one of them asks for both. */
async function askInTwo(it: InTab, isUnseen: boolean): Promise<void> {
  const { model, of } = it
  const other = inTab(it, (model.tabs.indexOf(of) + 1) % model.tabs.length)
  for (const each of [it, other]) {
    if (isUnseen && !each.of.isHidden) await each.tab.do('hide', true)
    each.of.isHidden ||= isUnseen
    await clear(each)
  }
  await askAtOnce(it, [it, other])
}

export const STEPS: fc.Arbitrary<Step> = fc.oneof(
  step(2, 'open a tab', { draws: path, suits: (_, { tabs }) => tabs.length < MOST_TABS }, open),
  step(1, 'close a tab', { suits: (_, { tabs }) => tabs.length > 1 }, async ({ browser, model, tab, of }) => {
    await browser.close(tab)
    model.tabs.splice(model.tabs.indexOf(of), 1)
  }),
  step(8, 'ask', { draws: times }, ask),
  step(5, 'clear, and ask', { draws: times }, async (it, given) => {
    await clear(it)
    await ask(it, given)
  }),
  step(
    2,
    'ask in two tabs at once',
    { draws: fc.boolean(), suits: (_, { tabs }) => tabs.length > 1 },
    askInTwo,
  ),
  step(2, 'ask by two instances of a page', {}, (it) => ask(it, 'by two instances')),
  step(4, 'let time go by', { draws: span }, async ({ browser, model }, ms) => {
    const requests = () => Promise.all(browser.tabs.map((tab) => tab.do('requests')))
    const before = await requests()
    await browser.jump(ms)
    const after = await requests()
    for (const [index, { isHidden, hasNews, path }] of model.tabs.entries())
      if (isHidden && !hasNews && before[index] !== after[index])
        throw new Disagreement(`tab ${index} (${path}) asks by itself, and nobody sees it`)
  }),
  step(6, 'log in', { draws: reader }, logIn),
  step(4, 'log out', {}, logOut),
  step(1, 'log in by a popup', { draws: reader, suits: (of) => !of.isHidden }, logInByPopup),
  step(
    3,
    'drop the session while an answer is on its way',
    { draws: change, suits: (of, model) => works(of, model) && !of.isHidden },
    beginThen,
  ),
  step(2, 'log in or out on another host', { draws: fc.option(reader) }, async ({ browser, model }, name) => {
    const before = browser.now()
    await browser.changesElsewhere(name)
    model.changes(name, model.site.isDeclared ? model.tabs : [], before)
  }),
  step(1, 'end the session at the service', {}, async ({ browser, model }) => {
    browser.service.endSessions()
    model.changes(null, [])
  }),
  step(3, 'something goes wrong', { draws: trouble, suits: works }, async (it, name) => {
    count(it.tally.troubles, name)
    setTrouble(it, TROUBLES[name] as Trouble)
  }),
  step(3, 'everything works again', { suits: (...now) => !works(...now) }, async (it) =>
    setTrouble(it, WORKS),
  ),
  step(3, 'hide the page, or show it', {}, async ({ tab, of }) => {
    of.isHidden = !of.isHidden
    await tab.do('hide', of.isHidden)
  }),
  step(2, 'reload', {}, async (it) => {
    await it.tab.page.reload()
    await it.tab.isReady()
    it.of.loads()
    await ask(it)
  }),
  step(2, 'go elsewhere, and back', {}, async (it) => {
    const { browser, tab, of } = it
    await tab.page.goto(browser.service.url('/elsewhere'))
    await tab.page.goBack({ waitUntil: 'commit' })
    await tab.isReady()
    await tab.do('isQuiet')
    const { isHidden } = of
    of.forgets()
    of.loads()
    if (isHidden !== of.isHidden) await tab.do('hide', of.isHidden)
    await ask(it)
  }),
  step(2, 'dispose, and construct', {}, async (it) => {
    const answer = await it.tab.do('construct')
    if (answer !== '!disposed') throw new Disagreement(`who was disposed answers ${answer}`)
    it.of.constructs()
    await ask(it)
  }),
  step(
    1,
    'write rubbish over what is kept',
    { draws: rubbish, suits: (of) => !of.keepsNothing },
    async (it, text) => {
      await it.tab.do('spoil', text)
      it.of.forgets()
      await ask(it)
    },
  ),
  step(1, 'fill the storage, or free it', { draws: fc.boolean() }, async ({ browser, model }, isFull) => {
    await browser.all('fill', isFull)
    model.fills(isFull)
  }),
  step(
    2,
    'visit the service for a new cookie',
    { draws: fc.boolean(), suits: (of, model) => works(of, model) && !of.isHidden && !of.isFull },
    visit,
  ),
  step(1, 'go on for long', { suits: (of, model) => works(of, model) && !of.isHidden }, async (it) => {
    const { tab, of, name } = it
    let [heap, more] = [0, Infinity]
    // Caches of the page and of the engine fill at first. What leaks grows each time.
    for (let spans = 0; more > LEAKED_BYTES; spans++) {
      if (spans === SPANS)
        throw new Disagreement(`${name} holds ${more} bytes more after each ${ROUNDS} rounds`)
      await tab.do('goOn', ROUNDS)
      const before = heap
      heap = await tab.heap()
      more = before ? heap - before : Infinity
    }
    of.constructs()
    await clear(it)
    await ask(it)
  }),
  step(1, 'be offline, and online again', { suits: works }, async (it) => {
    const { browser, model, of } = it
    await clear(it)
    of.mustAsk = false
    model.setTrouble(OFFLINE)
    await browser.context.setOffline(true)
    await ask(it)
    await browser.context.setOffline(false)
    model.setTrouble(WORKS)
    of.sparesUntil = 0
  }),
)
