/**
 * The reference model: a browser with its cookie, its tabs with their storage, and the instances on their pages. It
 * says what each step is to lead to, from the contract alone; no line of the library is used.
 */
import type { News } from './agreement-model.ts'
import { type Fault, isFinal, WORKS } from './faults.ts'
import { isTrouble, pauseAfter } from './pause-model.ts'
import { type Reader, whoOf } from './readers.ts'
import { SharingModel } from './sharing-model.ts'
import {
  type Answer,
  type Cookie,
  type Entry,
  InstanceModel,
  type PageModel,
  type Refusal,
  type TabModel,
} from './tab-model.ts'
import { askingOf, isStale, wayOf } from './way.ts'
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
  /** The request leaves before anything is touched that tabs share. */
  asksAtOnce: boolean
  /** What calls answered that the page makes by itself, since the user has changed in another tab. */
  unasked: Outcome[]
}

/** How a call ends: somebody has answered, or it has failed, or the page leaves for a refresh. */
type Ending =
  | { answer: Answer }
  /** `kept` until then, where the service says so; `statedMs` is how long it wants to be left alone. */
  | { failure: Failure; kept?: Entry; statedMs?: number }
  | 'leaving'

/** A question to the service, and what was true when it was put. */
export interface Put {
  readonly fault: Fault
  readonly truth: Cookie
  readonly askedAt: number
}

const told = (outcome: Outcome, heard: string[] = []): Asked => ({
  outcome,
  heard,
  requests: [0, 0],
  waits: [],
  leaves: false,
  asksAtOnce: false,
  unasked: [],
})

/** The news after which a page looks who the user is. Each comes by an event of its own. */
const aboutUser = (news: ReadonlySet<News>): News[] => [...news].filter((it) => it !== 'pause')

/** Joins what two questions lead to. The page has put both by itself, one after the other. */
const both = (before: Asked | undefined, next: Asked | undefined): Asked | undefined =>
  before && next
    ? { ...next, heard: [...before.heard, ...next.heard], unasked: [...before.unasked, ...next.unasked] }
    : (before ?? next)

const outcomeOf = ({ reader }: Answer): Outcome => (reader ? { session: reader } : MISSING)

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
    const way = wayOf(this, tab, instance)
    if (way.by !== 'head') return way.by === 'service'
    const { fault, at } = way.head
    if (!isFinal(fault)) return true
    return isStale(this, tab, instance, at) && askingOf(this, tab, instance, true, true).by === 'service'
  }

  /** Whether the next question takes over what the head of the page has asked. */
  takesHead(tab: TabModel, instance: InstanceModel): boolean {
    return wayOf(this, tab, instance).by === 'head'
  }

  /** Whether a hidden page waits with its next question for the answer of another tab. */
  waits(tab: TabModel): boolean {
    const { instance, isHidden } = tab.page
    const isAsking = wayOf(this, tab, instance).by === 'service' && !tab.get(instance, 'tabs', this.now)
    return isAsking && isHidden && !tab.alone && instance.isUp
  }

  /**
   * Whether the head of a page that loads now begins the call: not where a session is kept, nothing can be, or the tab knows that the
   * service is spared.
   */
  beginsInHead(tab: TabModel, path: string): boolean {
    if (path !== HEAD || tab.alone) return false
    const kept = tab.kept.get('session')
    const pause = tab.kept.get('pause')?.pause
    if (pause && pause.retryAt > this.now) return false
    return !tab.full && !kept?.isBroken && !(kept && kept.until > this.now)
  }

  /** The head of the page has asked. */
  begins(tab: TabModel, fault: Fault): void {
    tab.page.head = { fault, truth: this.truth(fault), at: this.now, storage: tab.emptied }
  }

  /** A question of a page, or several at once. */
  asks(tab: TabModel, instance: InstanceModel, fault: Fault): Asked {
    const way = wayOf(this, tab, instance)
    const knows = instance.isWorthWaiting || tab.get(instance, 'session', this.now)
    // Once it listens it has opened everything; where that was denied, it tries again.
    const triesAgain = instance.isListening && tab.alone
    const asksAtOnce = !tab.page.isHidden && !knows && !triesAgain
    this.#calls(tab, instance)
    switch (way.by) {
      case 'cache':
        return this.#takes(tab, instance, way.entry)
      case 'leaving':
        return this.#settles(tab, instance, 'leaving', false)
      case 'pause': {
        const { failure, retryAt } = way.pause
        return this.#settles(tab, instance, { failure: { ...failure, retryAt } }, false)
      }
      case 'head': {
        tab.page.head = undefined
        this.shared.promises(tab, instance, this.now)
        instance.isListening = true
        const { head } = way
        const first = { fault: head.fault, truth: head.truth, askedAt: head.at }
        if (isFinal(head.fault)) return this.resolve(tab, instance, first, true, [0, 0])
        const second = { fault, truth: this.truth(fault), askedAt: head.at }
        return { ...this.resolve(tab, instance, second), waits: this.#waits(1) }
      }
      default:
        return { ...this.#asksOthers(tab, instance, fault), asksAtOnce: way.by === 'service' && asksAtOnce }
    }
  }

  /** A question is on its way to the service; its answer comes later. */
  starts(tab: TabModel, instance: InstanceModel, fault: Fault): Put {
    this.#calls(tab, instance)
    return this.#puts(tab, instance, fault)
  }

  /** A hidden page has put a question, and waits for another tab. */
  beginsToWait(tab: TabModel): void {
    this.#calls(tab, tab.page.instance)
    tab.page.instance.isListening = true
  }

  /** What a waiting page makes of the answer that another tab has just been given; undefined where it waits on. */
  hearsWaiting(tab: TabModel, { outcome }: Asked): Asked | undefined {
    const { instance } = tab.page
    if ('reason' in outcome && isTrouble(outcome))
      return this.#settles(tab, instance, { failure: outcome }, false)
    const answer = this.shared.latest(tab, instance, this.now)
    return answer && this.#settles(tab, instance, { answer }, false)
  }

  /** A waiting page is shown: it asks the service at once. */
  isShownWaiting(tab: TabModel, fault: Fault): Asked {
    const { page } = tab
    this.shared.acts(tab)
    page.isHidden = false
    return this.resolve(tab, page.instance, this.#puts(tab, page.instance, fault))
  }

  /**
   * How many requests two tabs make, at least and at most, that ask for the session in the same moment. Undefined where it
   * matters who is first.
   */
  requestsAtOnce(tab: TabModel, other: TabModel): readonly [number, number] | undefined {
    const both = [tab, other]
    const { cookie } = this
    // Whether these are taken away depends on who asks the service.
    const names = ['tabs', 'refresh', 'pause'] as const
    const isAlike = (it: TabModel) =>
      wayOf(this, it, it.page.instance).by === 'service' &&
      ![it.kept, it.page.instance.memory].some((kept) => names.some((name) => kept.has(name)))
    if (!both.every(isAlike) || tab.alone !== other.alone || cookie === 'ended') return undefined
    // Who does not listen yet is not told by the other one.
    const own = both.filter(({ alone, page }) => alone || (!page.isHidden && !page.instance.isListening))
    // That nobody reads holds for longer where it comes from the service; and what is not to be kept is waited for in vain.
    const holdsForBoth = typeof cookie === 'object' && cookie.reader.userId && cookie.lifetimeMs !== 0
    if (own.length < 2 && !holdsForBoth) return undefined
    return [Math.max(1, own.length), both.every(({ alone, page }) => !alone && page.isHidden) ? 1 : 2]
  }

  /** The page asks the service. */
  #puts(tab: TabModel, instance: InstanceModel, fault: Fault): Put {
    instance.isListening = true
    this.shared.promises(tab, instance, this.now)
    return { fault, truth: this.truth(fault), askedAt: this.now }
  }

  #calls(tab: TabModel, instance: InstanceModel): void {
    this.shared.acts(tab)
    // What is kept and not taken is stale, and no later page may take it.
    const isTaken = wayOf(this, tab, instance).by === 'cache'
    if (!isTaken && tab.get(instance, 'session', this.now)?.answer) tab.remove(instance, 'session')
    instance.status.asks()
    instance.isAsking = true
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

  #asksOthers(tab: TabModel, instance: InstanceModel, fault: Fault, isCurrent = true, isLast = false): Asked {
    const { shared, now } = this
    const asking = askingOf(this, tab, instance, instance.isWorthWaiting, isLast)
    if (asking.by === 'reply' || (asking.by === 'service' && asking.hears)) shared.replies(instance, now)
    if (asking.by === 'service') {
      const put = this.#puts(tab, instance, fault)
      return this.resolve(tab, instance, put, isCurrent, fault.requests, isLast)
    }
    instance.isListening = true
    const answer = asking.by === 'logout' ? { reader: null, askedAt: now, until: now } : asking.answer
    return isCurrent ? this.#settles(tab, instance, { answer }, false) : told(outcomeOf(answer))
  }

  /**
   * The answer of the service arrives. One that is about a user who may be gone is dropped: another tab knows better, or the
   * service is asked once more, and what comes then is taken as it is.
   *
   * @param isCurrent false when the session was dropped since it was asked for: the page's state stays as it is
   */
  resolve(
    tab: TabModel,
    instance: InstanceModel,
    { fault, truth, askedAt }: Put,
    isCurrent = true,
    requests: readonly [number, number] = fault.requests,
    isLast = false,
  ): Asked {
    this.shared.acts(tab)
    instance.leads = false
    const waits = fault.hasty ? undefined : this.#waits(fault.breaks ?? 0)
    if (fault.answered && !isLast && isStale(this, tab, instance, askedAt)) {
      instance.isWorthWaiting = true
      const next = this.#asksOthers(tab, instance, WORKS, isCurrent, true)
      const [least, most] = requests
      return { ...next, requests: [least + next.requests[0], most + next.requests[1]], waits }
    }
    const ending = this.#read(tab, instance, { fault, truth, askedAt }, isCurrent)
    const asked = isCurrent ? this.#settles(tab, instance, ending, true) : told(this.#outcome(ending))
    return { ...asked, requests, waits, leaves: ending === 'leaving' }
  }

  #outcome(ending: Ending): Outcome {
    if (ending === 'leaving') throw new Error('A page does not leave by a call that was dropped.')
    return 'answer' in ending ? outcomeOf(ending.answer) : ending.failure
  }

  /** What the answer says. */
  #read(tab: TabModel, instance: InstanceModel, put: Put, isCurrent: boolean): Ending {
    const { now } = this
    const { meaning } = put.fault
    const { truth, askedAt } = put
    if (typeof meaning === 'object' && 'redirect' in meaning) {
      const fails = (reason: string): Ending => ({ failure: { reason } })
      if (tab.get(instance, 'refresh', now)) return fails('refresh-failed')
      if (meaning.redirect === 'abroad') return fails('redirect-refused')
      if (!isCurrent) return fails('refresh-failed')
      if (tab.set(instance, 'refresh', { until: now + FIVE_MINUTES_MS, leaves: tab.page.born }))
        return 'leaving'
      tab.remove(instance, 'refresh')
      return fails('refresh-failed')
    }
    if (typeof meaning === 'object' && 'failure' in meaning) {
      const { failure, keptMs, statedMs } = meaning
      const kept = keptMs ? { until: now + keptMs, answer: { failure, askedAt } } : undefined
      return { failure, kept, statedMs }
    }
    if (meaning === 'truth' && truth === 'ended') return { failure: { reason: 'session-refused', code: 401 } }
    // Whoever reads, the service says it: a refresh has helped, or was not needed.
    tab.remove(instance, 'refresh')
    const site = typeof truth === 'object' && meaning === 'truth' ? truth : undefined
    const stated = meaning === 'truth' ? site?.lifetimeMs : meaning.lifetimeMs
    return { answer: { reader: site?.reader ?? null, askedAt, until: now + (stated ?? FIVE_MINUTES_MS) } }
  }

  /** What was kept for this tab answers. */
  #takes(tab: TabModel, instance: InstanceModel, { answer }: Entry): Asked {
    if (answer && 'reader' in answer) return this.#settles(tab, instance, { answer }, false, true)
    const { failure, isForged } = answer as Refusal
    if (isForged) tab.remove(instance, 'session')
    return this.#settles(tab, instance, { failure }, false, true)
  }

  /**
   * A call has ended: the page hears of it, the tab keeps it, and other tabs are told of what comes from the service.
   *
   * @param hasAsked whether this page has asked the service for it
   */
  #settles(tab: TabModel, instance: InstanceModel, ending: Ending, hasAsked: boolean, isKept = false): Asked {
    const { shared } = this
    instance.isWorthWaiting = false
    instance.isListening = true
    if (!instance.heedsPauses) this.#takesOverPause(tab, instance)
    instance.heedsPauses = true
    instance.isAsking = false
    instance.leads = false
    instance.hasFailedUnseen = tab.page.isHidden && ending !== 'leaving' && 'failure' in ending
    if (hasAsked) tab.remove(instance, 'tabs')
    if (ending === 'leaving' || 'failure' in ending) {
      const agreement = shared.agreementFor(tab, instance)
      instance.seen ??= agreement.mark.who
      if (hasAsked) agreement.offersNothing()
      return ending === 'leaving'
        ? this.#leaves(tab, instance, hasAsked)
        : this.#fails(tab, instance, ending, hasAsked)
    }
    const { answer } = ending
    if (hasAsked) this.#pausesNoMore(tab, instance)
    if (!isKept && answer.until > this.now) tab.set(instance, 'session', { until: answer.until, answer })
    const { reader, askedAt } = answer
    instance.seen = whoOf(reader)
    instance.toldAt = askedAt
    const isNewest = askedAt >= shared.agreementFor(tab, instance).mark.changedAt
    if (hasAsked && isNewest) shared.tells(tab, instance, answer, this.now)
    instance.known = reader
    instance.status.settles(reader)
    this.spId = reader?.sp_id
    const heard = reader ? instance.events.session(reader) : instance.events.none()
    return told(outcomeOf(answer), instance.hears(heard, reader, reader ? undefined : MISSING))
  }

  /** Nothing was learned about the user: what was known stays known. */
  #fails(
    tab: TabModel,
    instance: InstanceModel,
    { failure, kept, statedMs }: Exclude<Ending, 'leaving' | { answer: Answer }>,
    hasAsked: boolean,
  ): Asked {
    if (kept) tab.set(instance, 'session', kept)
    if (hasAsked && isTrouble(failure)) this.#pauses(tab, instance, failure, statedMs)
    else if (hasAsked) this.#pausesNoMore(tab, instance)
    instance.status.fails(failure.reason)
    return told(failure, instance.hears(instance.events.failure(), null, failure))
  }

  /** The page is on its way: who asks is told what was known, and the page hears nothing. */
  #leaves(tab: TabModel, instance: InstanceModel, hasAsked: boolean): Asked {
    if (hasAsked) this.#pausesNoMore(tab, instance)
    const { known } = instance
    return told(known ? { session: known } : { reason: 'session-refreshing' })
  }

  #pauses(tab: TabModel, instance: InstanceModel, failure: Failure, statedMs: number | undefined): void {
    const { now, chance } = this
    const agreement = this.shared.agreementFor(tab, instance)
    // Another tab has failed meanwhile: that was the same trouble.
    const others = agreement.pauseAt(now)
    const pause = others ?? pauseAfter(failure, statedMs, now, chance)
    tab.set(instance, 'pause', { until: pause.retryAt, pause })
    if (!others) agreement.pauses(pause)
  }

  #pausesNoMore(tab: TabModel, instance: InstanceModel): void {
    tab.remove(instance, 'pause')
    this.shared.agreementFor(tab, instance).pausesNoMore()
  }

  /** Whether the browser's news make this page ask by itself now. */
  hasNews(tab: TabModel): boolean {
    const { page } = tab
    const { instance } = page
    if (tab.alone || !this.shared.isBehind(tab, instance)) return false
    const isFree = this.shared.agreement.isLeaving(this.now) || instance.pace.isFree(this.now)
    return instance.pace.isDue(this.now) || (aboutUser(page.news).length > 0 && isFree)
  }

  /** The browser tells the page what other tabs have written, and its timers go off. */
  hears(tab: TabModel): Asked | undefined {
    const { now } = this
    const { news, instance } = tab.page
    const [isPause, looks] = [news.has('pause'), aboutUser(news)]
    news.clear()
    if (!instance.isUp) return undefined
    this.shared.acts(tab)
    let asked: Asked | undefined
    if (instance.pace.isDue(now)) {
      instance.pace.runs(now)
      if (this.shared.isBehind(tab, instance)) asked = this.#renews(tab, instance)
    }
    if (isPause && instance.heedsPauses) this.#hearsOfPause(tab, instance)
    for (const _ of looks) {
      // While its request is on its way, a page does not look.
      if (asked?.requests[1]) break
      asked = both(asked, this.looks(tab, instance))
    }
    return asked
  }

  #hearsOfPause(tab: TabModel, instance: InstanceModel): void {
    if (!this.#takesOverPause(tab, instance)) tab.remove(instance, 'pause')
  }

  #takesOverPause(tab: TabModel, instance: InstanceModel): boolean {
    const pause = this.shared.agreementFor(tab, instance).pauseAt(this.now)
    if (pause) tab.set(instance, 'pause', { until: pause.retryAt, pause })
    return !!pause
  }

  /** The page looks whether the user has changed in another tab, and asks by itself: now, or after a while. */
  looks(tab: TabModel, instance: InstanceModel): Asked | undefined {
    const { shared, now } = this
    if (!shared.isBehind(tab, instance)) return undefined
    shared.acts(tab)
    // A logout on its way makes no request, and nobody may see the user for longer.
    const isNow = shared.agreementFor(tab, instance).isLeaving(now) || instance.pace.hears(now)
    return isNow ? this.#renews(tab, instance) : undefined
  }

  /** The reader looks at something else, or comes back to the page. One that has failed meanwhile asks now, except in a pause. */
  turns(tab: TabModel): Asked | undefined {
    const { page } = tab
    const { instance } = page
    page.isHidden = !page.isHidden
    if (page.isHidden) return undefined
    const asked = this.looks(tab, instance)
    if (asked || !instance.hasFailedUnseen || this.#seesPause(tab)) return asked
    this.shared.acts(tab)
    const again = this.asks(tab, instance, WORKS)
    return { ...again, unasked: [again.outcome] }
  }

  /** Whether a storage holds a pause in force. One in memory alone is not seen here: it refuses the call later. */
  #seesPause({ kept, alone }: TabModel): boolean {
    const own = kept.get('pause')?.pause
    return !!(own && own.retryAt > this.now) || (!alone && !!this.shared.agreement.pauseAt(this.now))
  }

  /** The page asks by itself, whoever it knew, and waits for the tab that knows better. */
  #renews(tab: TabModel, instance: InstanceModel): Asked {
    this.clears(tab, instance)
    tab.remove(instance, 'tabs')
    instance.isWorthWaiting = true
    const asked = this.asks(tab, instance, WORKS)
    return { ...asked, unasked: [asked.outcome] }
  }

  /** A page is shown again as it was left: what it left for is over, and it may be behind. */
  returns(tab: TabModel): Asked | undefined {
    const mark = tab.kept.get('refresh')
    if (mark?.leaves === tab.page.born) mark.leaves = undefined
    // The browser tells a page that is back what was written meanwhile. Of the user it learns by itself.
    if (tab.page.pauseChanges !== this.shared.agreement.pauseChanges) tab.page.news.add('pause')
    return this.looks(tab, tab.page.instance)
  }

  /** A page is left: nothing is told to it any more. */
  sleeps(tab: TabModel, page: PageModel): void {
    this.shared.acts(tab)
    page.news.clear()
    page.pauseChanges = this.shared.agreement.pauseChanges
    this.shared.sleeps(tab, page.instance, this.now)
  }

  /** A page that is still there ends its instance. */
  disposes(tab: TabModel): void {
    const { page } = tab
    this.shared.acts(tab)
    this.shared.leaves(tab, page.instance)
    page.instance = new InstanceModel()
    page.instance.isUp = false
  }

  clears(tab: TabModel, instance: InstanceModel): void {
    this.shared.acts(tab)
    tab.remove(instance, 'session')
    tab.set(instance, 'tabs', { until: Infinity })
    tab.page.head = undefined
    instance.isWorthWaiting = false
    instance.isAsking = false
    instance.seen ??= this.shared.agreementFor(tab, instance).mark.who
    instance.status.clears()
    this.shared.givesUp(tab, instance)
    this.#pausesNoMore(tab, instance)
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

  /** The browser is online again: where no service had answered, it may have been the reader's own network. */
  comesOnline(): void {
    for (const tab of this.shared.tabs) {
      const { instance } = tab.page
      const pause = tab.get(instance, 'pause', this.now)?.pause
      if (!instance.isUp || !pause || pause.failure.code !== undefined) continue
      this.shared.acts(tab)
      this.#pausesNoMore(tab, instance)
    }
  }
}
