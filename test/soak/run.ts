/** What the steps of a soak share: browser, services, model, tabs, and the comparison after each step. */
import type { BrowserContext, Page } from 'playwright-core'
import { FAULTS, type Fault } from './faults.ts'
import type { Command, Report } from './in-page.ts'
import { type Asked, answerOf, type Method, TabModel, type WorldModel } from './model.ts'
import type { Random } from './random.ts'
import type { Exchange, Service } from './service.ts'
import { Tab } from './tab.ts'

export type Counts = Record<string, number>

/** How often what happened. */
export interface Tally {
  steps: Counts
  faults: Counts
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
}

/** Pages and model differ. */
export class Disagreement extends Error {}

export const MOST_TABS = 5

export class Run {
  readonly browser: BrowserContext
  readonly service: Service
  readonly random: Random
  readonly model: WorldModel
  readonly tabs: Tab[] = []
  readonly tally: Tally = { steps: {}, faults: {}, logins: {}, tabs: {}, events: {}, answers: {} }
  /** What pages threw, since the last look. */
  readonly #thrown: string[] = []
  readonly #trace: string[] = []
  #opened = 0

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

  /** Opens a tab; `opened` is one that a page has opened already. */
  async adopt(
    model: TabModel,
    path: string,
    { stays = false, opened }: { stays?: boolean; opened?: Page } = {},
  ): Promise<Tab> {
    const page = opened ?? (await this.browser.newPage())
    page.on('pageerror', (error) => this.#thrown.push(`${error}`))
    const tab = new Tab(`tab ${++this.#opened}`, page, model, stays)
    if (!opened) {
      await tab.loads(() => page.goto(this.service.url(path)))
    }
    this.tabs.push(tab)
    return tab
  }

  openTab(denied: boolean, stays = false): Promise<Tab> {
    return this.adopt(new TabModel(denied), denied ? '/denied' : '/', { stays })
  }

  /** Tells a tab's page what to do. */
  command(tab: Tab, command: Command): Promise<Report> {
    this.service.stays = tab.stays
    this.note(`${tab.name}: ${JSON.stringify(command)}`)
    return tab.run(this.model.now, command)
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

  /** Compares what a page says with what the model says. */
  check(tab: Tab, report: Report, expected: Expected, exchange?: Exchange): void {
    const { answers = [], heard = [], requests = [0, 0] } = expected
    for (const event of report.heard) this.count('events', event.split(' ')[0] as string)
    const seen = exchange?.requests ?? 0
    const right = {
      answers,
      heard,
      kept: tab.model.names(),
      spId: this.model.spId,
      born: tab.model.page.born,
      requests: seen >= requests[0] && seen <= requests[1] ? seen : requests,
      surprises: [],
    }
    const surprises = [...this.service.surprises(), ...this.#thrown.splice(0)]
    const actual = { ...report, requests: seen, surprises }
    const differ = Object.keys(right).filter((key) => {
      const name = key as keyof typeof right
      return JSON.stringify(right[name]) !== JSON.stringify(actual[name])
    })
    if (!differ.length) return
    const lines = differ.map((key) => {
      const name = key as keyof typeof right
      return `  ${name}: ${JSON.stringify(actual[name])} instead of ${JSON.stringify(right[name])}`
    })
    throw new Disagreement(`${tab.name}:\n${lines.join('\n')}`)
  }

  /** What the answers of these methods are to be; counted, since they are about to be compared. */
  answers(methods: readonly Method[], { outcome }: Asked): string[] {
    this.count('answers', 'reason' in outcome ? outcome.reason : 'a session')
    return methods.map((method) => answerOf(method, outcome))
  }

  /** Looks at a page that was just shown: nothing was told, nothing is kept but what the model says. */
  async look(tab: Tab): Promise<void> {
    this.service.expectNone()
    this.check(tab, await this.command(tab, { do: 'look' }), {})
  }
}
