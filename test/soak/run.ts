/** What the steps of a soak share: browser, services, model, tabs, and the comparison after each step. */
import type { BrowserContext, Page } from 'playwright-core'
import { answerOf, type Method } from './answers.ts'
import type { Exchange } from './exchange.ts'
import { FAULTS, type Fault, OF_HEADS, WORKS } from './faults.ts'
import type { Command, Report } from './in-page.ts'
import type { Asked, Outcome, WorldModel } from './model.ts'
import type { Random } from './random.ts'
import { COOKIE, type Service } from './service.ts'
import { Tab } from './tab.ts'
import { TabModel } from './tab-model.ts'

export type Counts = Record<string, number>

/** How often what happened. */
export interface Tally {
  steps: Counts
  faults: Counts
  heads: Counts
  logins: Counts
  tabs: Counts
  events: Counts
  answers: Counts
}

/** What a step is to lead to. */
export interface Expected {
  answers?: string[]
  heard?: string[]
  requests?: readonly [number, number]
  /** Paths of the full-page visits to services that it ends with. */
  visits?: string[]
  /** What the page asks by itself. */
  unasked?: readonly Outcome[]
  /** @default what is not looked at */
  waits?: number[]
  /** The first request leaves before anything is touched that tabs share. */
  asksAtOnce?: boolean
}

/** How many requests were made. */
type Made = Pick<Exchange, 'requests'>

interface Shows {
  /** What is different by the time that the page loads. */
  effect?(): void
  /** What may happen to a call of its head. */
  heads?: readonly Fault[]
}

/** Pages and model differ. */
export class Disagreement extends Error {}

export const MOST_TABS = 5
/** Commands that no other page is told of. */
const QUIET: readonly Command['do'][] = [
  'look',
  'clear',
  'construct',
  'wipe',
  'fill',
  'free',
  'tamper',
  'await listening',
  'await turn',
]
// The head of a page asks before the page is shown; the request may be a little later at the service.
const HEAD_TIMEOUT_MS = 20_000

export class Run {
  readonly browser: BrowserContext
  readonly service: Service
  readonly random: Random
  readonly model: WorldModel
  readonly tabs: Tab[] = []
  readonly tally: Tally = { steps: {}, faults: {}, heads: {}, logins: {}, tabs: {}, events: {}, answers: {} }
  /** What pages threw, since the last look. */
  readonly #thrown: string[] = []
  readonly #trace: string[] = []
  #opened = 0
  #meetings = 0
  /** What stood for all tabs at the last meeting of their pages. */
  #shared = ''

  constructor(browser: BrowserContext, service: Service, random: Random, model: WorldModel) {
    this.browser = browser
    this.service = service
    this.random = random
    this.model = model
  }

  count(what: keyof Tally, name: string): void {
    this.tally[what][name] = (this.tally[what][name] ?? 0) + 1
  }

  /** Notes what is done, for whoever reads of a failure. */
  note(text: string): void {
    this.#trace.push(text)
    if (this.#trace.length > 400) this.#trace.splice(0, 200)
  }

  trace(lines: number): string[] {
    return this.#trace.slice(-lines)
  }

  /** Takes note of a tab. */
  adopt(model: TabModel, page: Page, stays = false): Tab {
    page.on('pageerror', (error) => this.#thrown.push(`${error}`))
    const tab = new Tab(`tab ${++this.#opened}`, page, model, stays)
    this.tabs.push(tab)
    this.model.shared.tabs.push(model)
    return tab
  }

  /** A tab is gone. */
  drop(tab: Tab): void {
    this.tabs.splice(this.tabs.indexOf(tab), 1)
    const { tabs } = this.model.shared
    this.model.sleeps(tab.model, tab.model.page)
    tabs.splice(tabs.indexOf(tab.model), 1)
  }

  async openTab(path: string, stays = false): Promise<Tab> {
    const tab = this.adopt(new TabModel(path), await this.browser.newPage(), stays)
    await this.shows(tab.model, () => tab.goes(path, () => tab.page.goto(this.service.url(path))))
    return tab
  }

  /** Does what makes a tab show a page. Where it loads, its head may ask, as the model says. */
  async shows<T>(tab: TabModel, act: () => Promise<T>, { effect, heads = OF_HEADS }: Shows = {}): Promise<T> {
    const { service, model } = this
    const fault = this.random.weighted(heads)
    const exchange = service.expectHead(fault)
    const before = tab.page
    const done = await act()
    effect?.()
    const { page } = tab
    if (page !== before) model.sleeps(tab, before)
    const loaded = page !== before && !page.wasShown
    page.wasShown = true
    if (loaded) {
      page.cameAt = model.now
      model.constructs(tab, page.instance)
    }
    if (loaded && model.beginsInHead(tab, page.path)) {
      this.note(`the service, to the head of a page: ${fault.name}`)
      this.count('heads', fault.name)
      await Promise.race([exchange.arrived, late('the head of a page does not ask')])
      const { cookie } = model
      model.begins(tab, fault)
      // The answer takes the cookie of an ended session away. Another tab could ask before that.
      if (model.cookie !== cookie) await this.#losesCookie()
    } else if (exchange.requests) throw new Disagreement('the head of a page asks')
    service.expectNoHead()
    return done
  }

  async #losesCookie(): Promise<void> {
    for (let looks = 0; looks < 1000; looks++) {
      const cookies = await this.browser.cookies(this.service.sessionUrl)
      if (!cookies.some(({ name }) => name === COOKIE)) return
    }
    throw new Disagreement('the browser keeps the cookie of a session that has ended')
  }

  /** Tells all pages what time it is, and what they are to draw. */
  async tellTime(): Promise<void> {
    const { now, chance } = this.model
    await Promise.all(this.tabs.map((tab) => tab.setTime(now, chance)))
  }

  /** Tells a tab's page what to do. `hasReply` says whether another tab replies to what it asks. */
  async command(tab: Tab, command: Command, hasReply = false): Promise<Report> {
    // A popup goes where it is sent.
    this.service.stays = tab.stays && command.do !== 'login popup'
    this.note(`${tab.name}, at ${this.model.now}: ${JSON.stringify(command)}`)
    // Others need to know what time it is where they may be told something.
    const { now, chance } = this.model
    if (!tab.model.alone && !QUIET.includes(command.do)) await this.tellTime()
    await tab.setTime(now, chance, hasReply)
    const report = tab.run(command)
    // A page that is left is to say what it has to say first.
    if (command.do !== 'settle') this.service.visited = report
    return report
  }

  /** Session calls from now on get this fault, if the model says that there are any. */
  expect(fault: Fault, fetches: boolean): Exchange | undefined {
    if (fetches) {
      this.note(`the service: ${fault.name}`)
      this.count('faults', fault.name)
      return this.service.expect(fault)
    }
    this.service.expectNone()
    return undefined
  }

  anyFault(): Fault {
    return this.random.weighted(FAULTS)
  }

  /** Compares what a page says with what the model says, and has the others hear of it. */
  async check(tab: Tab, report: Report, expected: Expected, exchange?: Made): Promise<void> {
    this.#compare(tab, report, expected, exchange)
    await this.#meet(report)
    await this.catchUp()
  }

  /**
   * Has pages hear of the news that are due by now. It is called where time has jumped and an answer is about to be held back: a hidden
   * page would wait for that answer until it is given up.
   */
  async catchUp(): Promise<void> {
    for (;;) {
      const next = this.tabs.find(({ model }) => this.model.hasNews(model))
      if (!next) return
      await this.#hear(next)
    }
  }

  #compare(tab: Tab, report: Report, expected: Expected, exchange?: Made): void {
    const { answers = [], heard = [], requests = [0, 0], visits = [], unasked = [], asksAtOnce } = expected
    for (const event of report.heard) this.count('events', event.split(' ')[0] as string)
    const seen = exchange?.requests ?? 0
    const right = {
      answers,
      heard,
      unasked: unasked.map((outcome) => answerOf('hasSession', outcome)),
      status: report.status === undefined ? undefined : tab.model.page.instance.status.word(),
      waits: expected.waits ?? report.waits,
      touched: asksAtOnce ? [] : report.touched,
      kept: tab.model.names(),
      spId: this.model.spId,
      born: tab.model.page.born,
      requests: seen >= requests[0] && seen <= requests[1] ? seen : requests,
      visits,
      surprises: [],
    }
    const surprises = [...this.service.surprises(), ...this.#thrown.splice(0)]
    const actual = { ...report, requests: seen, visits: this.service.visits(), surprises }
    const differ = Object.keys(right).filter((key) => {
      const name = key as keyof typeof right
      return JSON.stringify(right[name]) !== JSON.stringify(actual[name])
    })
    // What comes next comes later.
    this.model.now++
    if (!differ.length) return
    const lines = differ.map((key) => {
      const name = key as keyof typeof right
      return `  ${name}: ${JSON.stringify(actual[name])} instead of ${JSON.stringify(right[name])}`
    })
    throw new Disagreement(`${tab.name}:\n${lines.join('\n')}`)
  }

  /** Waits until what a page has told the others has come to all, and whatever it has written stands there. */
  async #meet({ posted }: Report): Promise<void> {
    const shared = this.model.shared.agreement.word()
    if (!posted && shared === this.#shared) return
    this.#shared = shared
    const sharing = this.tabs.filter(({ model }) => !model.alone)
    const number = ++this.#meetings
    const wrong = await Promise.all(
      sharing.map(async (tab) => {
        const tells = this.#mayTell(tab)
        const { now, chance } = this.model
        const meeting = { number, others: sharing.length - 1, shared, tells, now, chance }
        return { tab, says: await tab.meet(meeting) }
      }),
    )
    const lines = wrong.flatMap(({ tab, says }) => (says ? [`${tab.name}: ${says}`] : []))
    if (lines.length) throw new Disagreement(lines.join('\n'))
    for (const tab of sharing) if (this.#mayTell(tab)) this.model.hears(tab.model)
  }

  /** Whether a page may be told its news at any time: it asks nothing then. One that waits for an answer hears of them later. */
  #mayTell({ model }: Tab): boolean {
    return !this.model.hasNews(model) && !model.page.instance.isAsking
  }

  /** A page hears that the user has changed in another tab, and asks by itself. */
  async #hear(tab: Tab): Promise<void> {
    const exchange = this.service.expect(WORKS)
    const expected = this.model.hears(tab.model)
    this.count('tabs', 'heard of another user')
    const report = await this.command(tab, { do: 'hear' }, expected?.hasReply)
    this.#compare(tab, report, { ...expected }, exchange)
    await this.#meet(report)
  }

  /** What the answers of these methods are to be; counted, since they are about to be compared. */
  answers(methods: readonly Method[], { outcome }: Asked): string[] {
    const said = 'reason' in outcome ? outcome.reason : 'a session'
    this.count('answers', 'retryAt' in outcome ? `${said}, in a pause` : said)
    return methods.map((method) => answerOf(method, outcome))
  }

  /** Looks at a page that was just shown: it has told and kept what the model says, and asked by itself or not. */
  async look(tab: Tab, expected: Expected = {}, exchange?: Exchange): Promise<void> {
    if (!exchange) this.service.expectNone()
    await this.check(tab, await this.command(tab, { do: 'look' }), expected, exchange)
  }
}

/** Rejects when what is awaited has had its time. */
const late = (what: string): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(reject, HEAD_TIMEOUT_MS, new Disagreement(what)).unref()
  })
