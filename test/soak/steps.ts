/** What may happen in the tabs of a reader, and to the session service: each as often as its weight says. */
import fc from 'fast-check'
import { beginThen, logIn, logInByPopup, logOut } from './leaving.ts'
import { PATHS } from './model.ts'
import { READERS } from './readers.ts'
import { ask, count, Disagreement, open } from './rules.ts'
import { inTab, NOTHING, type Step, steps } from './step.ts'
import { TROUBLES, type Trouble, WORKS } from './troubles.ts'

const MOST_TABS = 4
const reader = fc.constantFrom(...Object.keys(READERS))

/** Rubbish that a page's other scripts might write over what is kept. */
const RUBBISH = ['', 'null', '[]', '{"value":{"session":[]},"expiresAt":9e15}', '{"value":']

const WEIGHED: readonly [weight: number, step: fc.Arbitrary<Step>][] = [
  [
    2,
    steps(fc.constantFrom(...PATHS, '/' as const, '/head' as const, '/hidden' as const), {
      name: 'open a tab',
      suits: ({ tabs }) => tabs.length < MOST_TABS,
      run: (model, soak, path) => open(soak, model, path),
    }),
  ],
  [
    1,
    inTab(NOTHING, {
      name: 'close a tab',
      suits: (_, { tabs }) => tabs.length > 1,
      async run({ soak, model, index, tab }) {
        await soak.browser.close(tab)
        model.tabs.splice(index, 1)
      },
    }),
  ],
  [
    8,
    inTab(fc.constantFrom(1, 1, 2, 5), {
      name: 'ask',
      run: ({ soak, model, index }, times) => ask(soak, model, index, { times }),
    }),
  ],
  [
    5,
    inTab(fc.constantFrom(1, 1, 4), {
      name: 'clear, and ask',
      async run({ soak, model, index, tab, of }, times) {
        await tab.do('clear')
        model.clears(of)
        await ask(soak, model, index, { times })
      },
    }),
  ],
  [
    4,
    steps(fc.constantFrom(3000, 31_000, 59_000, 241_000, 301_000, 3_601_000), {
      name: 'let time go by',
      async run({ tabs }, { browser }, ms) {
        for (const tab of browser.tabs) tab.requests = 0
        await browser.jump(ms)
        for (const [index, { isHidden, hasNews, path }] of tabs.entries())
          if (isHidden && !hasNews && browser.tabs[index]?.requests)
            throw new Disagreement(`tab ${index} (${path}) asks by itself, and nobody sees it`)
      },
    }),
  ],
  [6, inTab(reader, { name: 'log in', run: logIn })],
  [4, inTab(NOTHING, { name: 'log out', run: logOut })],
  [1, inTab(reader, { name: 'log in by a popup', suits: ({ isHidden }) => !isHidden, run: logInByPopup })],
  [
    3,
    inTab(fc.constantFrom('log in', 'log out', 'clear'), {
      name: 'drop the session while an answer is on its way',
      suits: (of, { trouble, tabs }) => trouble === WORKS && !of.isHidden && tabs.length > 0,
      run: beginThen,
    }),
  ],
  [
    2,
    steps(fc.option(reader), {
      name: 'log in or out on another host',
      async run(model, { browser }, name) {
        const before = browser.now()
        await browser.changesElsewhere(name ?? undefined)
        if (model.isDeclared) model.changes(name ?? undefined, model.tabs, before)
        else model.changes(name ?? undefined, [])
      },
    }),
  ],
  [
    1,
    steps(NOTHING, {
      name: 'end the session at the service',
      async run(model, { browser }) {
        browser.service.endSessions()
        model.changes(undefined, [])
      },
    }),
  ],
  [
    3,
    steps(fc.constantFrom(...Object.keys(TROUBLES)), {
      name: 'something goes wrong',
      suits: ({ trouble }) => trouble === WORKS,
      async run(model, { browser, tally }, name) {
        const trouble = TROUBLES[name] as Trouble
        count(tally.troubles, name)
        browser.service.trouble = trouble
        model.setTrouble(trouble)
      },
    }),
  ],
  [
    3,
    steps(NOTHING, {
      name: 'everything works again',
      suits: ({ trouble }) => trouble !== WORKS,
      async run(model, { browser }) {
        browser.service.trouble = WORKS
        model.setTrouble(WORKS)
      },
    }),
  ],
  [
    3,
    inTab(NOTHING, {
      name: 'hide the page, or show it',
      async run({ soak, tab, of }) {
        of.isHidden = !of.isHidden
        await tab.do('hide', of.isHidden)
        await soak.browser.isQuiet()
      },
    }),
  ],
  [
    2,
    inTab(NOTHING, {
      name: 'reload',
      async run({ soak, model, index, tab, of }) {
        await tab.page.reload()
        await tab.isReady()
        of.loads()
        await ask(soak, model, index)
      },
    }),
  ],
  [
    2,
    inTab(NOTHING, {
      name: 'go elsewhere, and back',
      async run({ soak, model, index, tab, of }) {
        await tab.page.goto(soak.browser.service.url('/elsewhere'))
        await tab.page.goBack({ waitUntil: 'commit' })
        await tab.isReady()
        await soak.browser.isQuiet()
        of.forgets()
        const { isHidden } = of
        of.loads()
        if (isHidden !== of.isHidden) await tab.do('hide', of.isHidden)
        await ask(soak, model, index)
      },
    }),
  ],
  [
    2,
    inTab(NOTHING, {
      name: 'dispose, and construct',
      async run({ soak, model, index, tab, of }) {
        const answer = await tab.do('construct')
        if (answer !== '!disposed') throw new Error(`who was disposed answers ${answer}`)
        of.constructs()
        await ask(soak, model, index)
      },
    }),
  ],
  [
    1,
    inTab(fc.constantFrom(...RUBBISH), {
      name: 'write rubbish over what is kept',
      suits: ({ path }) => path !== '/denied',
      async run({ soak, model, index, tab, of }, text) {
        await tab.do('spoil', text)
        of.forgets()
        await ask(soak, model, index)
      },
    }),
  ],
  [
    1,
    inTab(NOTHING, {
      name: 'be offline, and online again',
      suits: (_, { trouble }) => trouble === WORKS,
      async run({ soak, model, index, tab, of }) {
        const { context } = soak.browser
        await tab.do('clear')
        model.clears(of)
        of.mustAsk = false
        model.wasOffline()
        await context.setOffline(true)
        await ask(soak, model, index, { more: 1 })
        await context.setOffline(false)
        model.wasOffline()
      },
    }),
  ],
]

export const STEPS: fc.Arbitrary<Step> = fc.oneof(
  ...WEIGHED.map(([weight, arbitrary]) => ({ weight, arbitrary })),
)
