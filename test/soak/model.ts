/**
 * The reference model: a browser with its cookie, its tabs with their storage, and the instances on their pages. It
 * says what each step is to lead to, from the contract alone; no line of the library is used.
 */
import { type Fault, isFinal, WORKS } from './faults.ts'
import type { Reader } from './readers.ts'
import { SharingModel } from './sharing-model.ts'
import {
  type Answer,
  type Cookie,
  type Entry,
  type Head,
  InstanceModel,
  type PageModel,
  type TabModel,
} from './tab-model.ts'
import { headOf, outcomeOf, wayOf } from './way.ts'
import type { Failure } from './words.ts'

/** Path of the page whose head begins the session call. */
export const HEAD = '/head'

export type Outcome = { session: Reader } | Failure

const FIVE_MINUTES_MS = 300_000
const BREAK_MS = 300
const MISSING: Failure = { reason: 'session-missing', code: 400 }

/** What a question is to lead to. */
export interface Asked {
  outcome: Outcome
  heard: string[]
  requests: readonly [number, number]
  /** Milliseconds by which broken connections were told late; undefined where the page hung up itself. */
  waits: number[] | undefined
  /** The page is left for a refresh. */
  leaves: boolean
  /** What calls answered that the page makes by itself, since the user has changed in another tab. */
  unasked: Outcome[]
}

const told = (outcome: Outcome, heard: string[]): Asked => ({
  outcome,
  heard,
  requests: [0, 0],
  waits: [],
  leaves: false,
  unasked: [],
})

/** The browser. */
export class WorldModel {
  now: number
  /** What pages draw: at least 0, less than 1. */
  chance = 0
  cookie: Cookie = 'none'
  /** The value of SP_ID, shared by all tabs. */
  spId: string | undefined
  readonly shared: SharingModel = new SharingModel()

  constructor(now: number) {
    this.now = now
  }

  /** Whether a question would make a request; another may follow what a head was answered. */
  wouldFetch(tab: TabModel, instance: InstanceModel): boolean {
    const way = outcomeOf(this, tab, instance)
    return way.by === 'service' && !(way.head && isFinal(way.head.fault) && !way.isOvertaken)
  }

  /** What the next question would take over from the head of the page. */
  headFor(tab: TabModel, instance: InstanceModel): Head | undefined {
    const way = outcomeOf(this, tab, instance)
    return way.by === 'service' ? way.head : undefined
  }

  /** Whether the head of a page that loads now begins the call: not where a session is kept, nothing can be, or in a pause. */
  beginsInHead(tab: TabModel, path: string): boolean {
    if (path !== HEAD || tab.alone || this.shared.pause.inForce(this.now)) return false
    const kept = tab.kept.get('session')
    return !tab.full && !kept?.isBroken && !(kept && kept.until > this.now)
  }

  /** Whether two tabs can ask in the same moment so that it does not matter who is first. */
  mayAskAtOnce(tab: TabModel, other: TabModel): boolean {
    const both = [tab, other]
    const alike = tab.alone === other.alone && this.cookie !== 'ended'
    // Who asks for itself, or has a mark taken away by who asks, be it over or not, is told apart.
    const told = ({ page, kept }: TabModel) =>
      page.head || ([kept, page.instance.memory] as const).some((it) => it.has('tabs') || it.has('refresh'))
    const [one, two] = both.map((it) => this.#knownAfter(it))
    return alike && !both.some(told) && one === two
  }

  /** Who this tab will know, with what SP_ID, when it has asked and all is well. */
  #knownAfter(tab: TabModel): string {
    const { instance } = tab.page
    const way = outcomeOf(this, tab, instance)
    const asBefore = `as before ${this.spId}`
    const of = (reader: Reader | null | undefined) => `${reader?.userId} ${reader?.sp_id}`
    if (way.by === 'cache') {
      const { answer } = way.entry
      return typeof answer === 'object' && 'reader' in answer ? of(answer.reader) : asBefore
    }
    if (way.by === 'pause') return asBefore
    if (way.by === 'leaving') return way.known ? of(way.known.reader) : asBefore
    if (way.by === 'logout') return of(null)
    if (way.by === 'tab' && way.answer) return of(way.answer.reader)
    return of(typeof this.cookie === 'object' ? this.cookie.reader : null)
  }

  /** The head of the page has asked. */
  begins(tab: TabModel, fault: Fault): void {
    tab.page.head = { fault, truth: this.truth(fault), at: this.now, storage: tab.emptied }
  }

  /** A question of a page, or several at once. */
  asks(tab: TabModel, instance: InstanceModel, fault: Fault): Asked {
    const { shared } = this
    const way = wayOf(this, tab, instance)
    if (tab.get(instance, 'session', this.now) && headOf(tab, this.now)) tab.page.head = undefined
    shared.acts(tab)
    instance.status.asks()
    instance.isListening = true
    instance.seen = undefined
    switch (way.by) {
      case 'cache':
        return this.#takes(tab, instance, way.entry)
      case 'stale':
        tab.remove(instance, 'refresh')
        return this.#renews(tab, instance, fault)
      case 'pause':
        return this.#fails(tab, instance, way.failure)
      case 'leaving':
        return this.#leaving(tab, instance)
      case 'logout':
        return this.#none(tab, instance)
      case 'tab': {
        const answer = way.answer ?? shared.replies(instance, this.now)
        this.#keeps(tab, instance, answer)
        return answer.reader
          ? this.#session(tab, instance, answer as Answer & { reader: Reader })
          : this.#none(tab, instance, answer)
      }
    }
    this.#promises(tab, instance)
    // One of before the storage was emptied asked in another tab's name; it stays where it is.
    if (tab.page.head?.storage === tab.emptied) tab.page.head = undefined
    const { head, askedAt, isOvertaken } = way
    if (!head) return this.resolve(tab, instance, fault, this.truth(fault), askedAt)
    const isOver = isFinal(head.fault)
    const waits = this.#waits(isOver ? 0 : 1)
    if (isOvertaken) {
      tab.remove(instance, 'refresh')
      const asked = this.#renews(tab, instance)
      const [least, most] = asked.requests
      return isOver ? asked : { ...asked, requests: [least + 1, most + 1], waits }
    }
    return isOver
      ? { ...this.resolve(tab, instance, head.fault, head.truth, askedAt), requests: [0, 0] }
      : { ...this.resolve(tab, instance, fault, this.truth(fault), askedAt), waits }
  }

  /** A question is on its way to the service; its answer comes later. */
  starts(tab: TabModel, instance: InstanceModel): void {
    this.shared.acts(tab)
    instance.status.asks()
    instance.isListening = true
    instance.seen = undefined
    this.#promises(tab, instance)
    tab.page.head = undefined
  }

  /** It goes to ask: for all others too, unless it is to ask for itself, or its head has asked. */
  #promises(tab: TabModel, instance: InstanceModel): void {
    const { shared, now } = this
    const asksForAll = !tab.get(instance, 'tabs', now) && !headOf(tab, now)
    if (asksForAll && !shared.isWorthAQuestion(instance, tab, now)) shared.promises(tab, instance, now)
    tab.remove(instance, 'tabs')
  }

  /** What is true when the service is asked; if it says so, a cookie that has ended is taken away. */
  truth({ meaning }: Fault): Cookie {
    const { cookie } = this
    if (cookie === 'ended' && meaning === 'truth') this.cookie = 'none'
    return cookie
  }

  #waits(breaks: number): number[] {
    return [BREAK_MS * (1 + 4 * this.chance), BREAK_MS].slice(0, breaks)
  }

  /** The answer of the service arrives; `current` is false when the session was dropped since it was asked for. */
  resolve(
    tab: TabModel,
    instance: InstanceModel,
    fault: Fault,
    truth: Cookie,
    askedAt: number,
    current = true,
  ): Asked {
    const { shared, now } = this
    const { meaning, requests, answered, isTold } = fault
    shared.acts(tab)
    instance.hasPromised = false
    const pause = shared.pauseFor(tab, instance)
    const waits = fault.hasty ? undefined : this.#waits(fault.breaks ?? 0)
    const done = (asked: Asked): Asked => ({ ...asked, requests, waits })
    const fails = (failure: Failure, isToldOf = false, statedMs?: number): Asked => {
      if (!current) return done(told(failure, []))
      pause.fails(failure, statedMs, now, this.chance)
      if (isToldOf) shared.tellsFailure(tab, instance)
      shared.promisesNothing(tab, instance)
      return done(this.#fails(tab, instance, failure))
    }
    const tried = tab.get(instance, 'refresh', now) !== undefined

    if (typeof meaning === 'object' && 'redirect' in meaning) {
      if (tried) return fails({ reason: 'refresh-failed' })
      if (meaning.redirect === 'abroad') return fails({ reason: 'redirect-refused' })
      if (!current) return fails({ reason: 'refresh-failed' })
      const mark: Entry = { until: now + FIVE_MINUTES_MS, leaves: tab.page.born }
      if (!tab.set(instance, 'refresh', mark)) {
        tab.remove(instance, 'refresh')
        return fails({ reason: 'refresh-failed' })
      }
      pause.ends()
      return { ...done(this.#leaving(tab, instance, true)), leaves: true }
    }

    if (answered) tab.remove(instance, 'refresh')
    if (typeof meaning === 'object' && 'failure' in meaning) {
      const { failure, keptMs, statedMs } = meaning
      if (keptMs && current)
        tab.set(instance, 'session', { until: now + keptMs, answer: { failure, askedAt } })
      return fails(failure, isTold, statedMs)
    }
    if (meaning === 'truth' && truth === 'ended') return fails({ reason: 'session-refused', code: 401 }, true)

    const site = typeof truth === 'object' && meaning === 'truth' ? truth : undefined
    const stated = meaning === 'truth' ? site?.lifetimeMs : meaning.lifetimeMs
    const answer: Answer = { reader: site?.reader ?? null, askedAt, until: now + (stated ?? FIVE_MINUTES_MS) }
    if (!current) return done(told(answer.reader ? { session: answer.reader } : MISSING, []))
    pause.ends()
    this.#keeps(tab, instance, answer)
    return done(
      site
        ? this.#session(tab, instance, answer as Answer & { reader: Reader }, true)
        : this.#none(tab, instance, answer, true),
    )
  }

  /** The user has changed in another tab: the page asks by itself. Undefined where it does not. */
  looks(tab: TabModel, instance: InstanceModel): Asked | undefined {
    tab.page.isNotified = false
    return this.shared.isBehind(tab, instance) ? this.#renews(tab, instance) : undefined
  }

  /** The page asks by itself, whoever it knew. */
  #renews(tab: TabModel, instance: InstanceModel, fault: Fault = WORKS): Asked {
    this.clears(tab, instance)
    tab.remove(instance, 'tabs')
    const asked = this.asks(tab, instance, fault)
    return { ...asked, unasked: [asked.outcome, ...asked.unasked] }
  }

  /** Whether the browser has told this tab's page that the user has changed. */
  hasNews(tab: TabModel): boolean {
    return tab.page.isNotified && this.shared.isBehind(tab, tab.page.instance)
  }

  /** Whoever was told of what is no news has heard it. */
  met(): void {
    for (const tab of this.shared.tabs) if (!this.hasNews(tab)) tab.page.isNotified = false
  }

  /** A page is shown again as it was left: what it left for is over, and it may be behind. */
  returns(tab: TabModel): Asked | undefined {
    const mark = tab.kept.get('refresh')
    if (mark?.leaves === tab.page.born) mark.leaves = undefined
    return this.looks(tab, tab.page.instance)
  }

  /** A page is left: nothing is told to it any more. */
  sleeps(tab: TabModel, page: PageModel): void {
    this.shared.acts(tab)
    this.shared.closes(tab, page.instance, this.now)
  }

  /** A page that is still there ends its instance. */
  disposes(tab: TabModel): void {
    const { page } = tab
    this.shared.acts(tab)
    this.shared.closes(tab, page.instance, this.now)
    page.instance = new InstanceModel()
    page.instance.isUp = false
  }

  clears(tab: TabModel, instance: InstanceModel): void {
    this.shared.acts(tab)
    tab.remove(instance, 'session')
    tab.set(instance, 'tabs', { until: Infinity })
    tab.page.head = undefined
    this.shared.givesUp(tab, instance)
    this.shared.pauseFor(tab, instance).ends()
  }

  logsOut(tab: TabModel, instance: InstanceModel): string[] {
    this.shared.acts(tab)
    this.shared.logsOut(tab, instance, this.now)
    instance.status.settles(null)
    this.clears(tab, instance)
    instance.known = null
    this.spId = undefined
    return instance.hears(instance.events.logout(), null)
  }

  /** Whether it does not matter which page hears first that the browser is online. */
  mayComeOnline(): boolean {
    return !this.shared.tabs.some((tab) => this.shared.isBehind(tab, tab.page.instance))
  }

  /** The browser is online again. */
  comesOnline(): void {
    for (const tab of this.shared.tabs) {
      if (!tab.page.instance.isUp) continue
      this.shared.acts(tab)
      this.shared.pauseFor(tab, tab.page.instance).comesOnline(this.now)
    }
  }

  /** What was kept for this tab answers. */
  #takes(tab: TabModel, instance: InstanceModel, { answer }: Entry): Asked {
    if (answer === 'rubbish') {
      tab.remove(instance, 'session')
      return this.#fails(tab, instance, { reason: 'session-malformed' })
    }
    if (answer && 'failure' in answer) return this.#fails(tab, instance, answer.failure)
    const own = answer && instance.reads(answer)
    return own?.reader
      ? this.#session(tab, instance, own as Answer & { reader: Reader })
      : this.#none(tab, instance, own)
  }

  #keeps(tab: TabModel, instance: InstanceModel, answer: Answer): void {
    if (answer.until <= this.now) return
    instance.reads(answer, answer)
    tab.set(instance, 'session', { until: answer.until, answer })
  }

  #session(
    tab: TabModel,
    instance: InstanceModel,
    answer: Answer & { reader: Reader },
    asksItself = false,
  ): Asked {
    const { reader } = answer
    instance.known = answer
    this.spId = reader.sp_id
    instance.status.settles(reader)
    const heard = () => instance.hears(instance.events.session(reader), reader)
    return this.#tells(tab, instance, answer, asksItself, { session: reader }, heard)
  }

  #none(tab: TabModel, instance: InstanceModel, answer?: Answer, asksItself = false): Asked {
    instance.known = null
    this.spId = undefined
    instance.status.settles(null)
    const heard = () => instance.hears(instance.events.none(), null, MISSING)
    return this.#tells(tab, instance, answer, asksItself, MISSING, heard)
  }

  /** The page hears of an answer, and other tabs where it comes from the service; of the newer one, where the user changed since. */
  #tells(
    tab: TabModel,
    instance: InstanceModel,
    answer: Answer | undefined,
    asksItself: boolean,
    outcome: Outcome,
    heard: () => string[],
  ): Asked {
    const { shared } = this
    shared.sees(instance, answer?.reader ?? null, answer)
    if (answer && asksItself) {
      if (shared.markFor(tab).changedAt > answer.askedAt) return this.#renews(tab, instance)
      shared.tells(tab, instance, answer, this.now)
    }
    return told(outcome, heard())
  }

  #fails(tab: TabModel, instance: InstanceModel, failure: Failure): Asked {
    instance.status.fails(failure.reason)
    this.shared.seesFailure(tab, instance)
    return told(failure, instance.hears(instance.events.failure(), null, failure))
  }

  /** The page is on its way: it is told what was known. */
  #leaving(tab: TabModel, instance: InstanceModel, asksItself = false): Asked {
    const { known } = instance
    const isOld = known && asksItself && known.askedAt < this.shared.markFor(tab).changedAt
    if (known && !isOld) return this.#session(tab, instance, known, asksItself)
    const kept = tab.get(instance, 'session', this.now)?.answer
    // What was kept is what the page knew, and good for nothing.
    if (typeof kept === 'object' && !('failure' in kept) && instance.reads(kept) === known)
      tab.remove(instance, 'session')
    this.shared.seesFailure(tab, instance)
    if (asksItself) this.shared.promisesNothing(tab, instance)
    return told({ reason: 'session-refreshing' }, [])
  }
}
