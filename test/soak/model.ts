/**
 * The reference model: a browser with its cookie, its tabs with their storage, and the instances on their pages. It
 * says what each step is to lead to, from the contract alone; no line of the library is used.
 */
import { type Fault, isFinal, WORKS } from './faults.ts'
import { isTrouble, pauseAfter } from './pause-model.ts'
import { NOBODY, type Reader, whoOf } from './readers.ts'
import { SharingModel } from './sharing-model.ts'
import {
  type Answer,
  type Cookie,
  type Entry,
  InstanceModel,
  LONGEST_MS,
  type PageModel,
  type TabModel,
} from './tab-model.ts'
import { asksOthers, heedPause, pauseEntry, type Way, wayBeyond, wayOf } from './way.ts'
import type { Failure } from './words.ts'

/** Path of the page whose head begins the session call. */
export const HEAD = '/head'

export type Outcome = { session: Reader } | Failure

const FIVE_MINUTES_MS = 300_000
const BREAK_MS = 300
/** Ways of a question that take no task. */
const AT_ONCE: readonly Way['by'][] = ['cache', 'refusal', 'logout', 'tab', 'pause']
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
  /** Another tab replies to a question of this one. */
  hasReply: boolean
  /** What calls answered that the page makes by itself, since the user has changed in another tab. */
  unasked: Outcome[]
}

/** How a call ends: somebody has answered, or it has failed, or the page leaves for a refresh. */
type Ending =
  | { answer: Answer; from: 'cache' | 'tab' | 'service' }
  /** `keptMs` is how long it holds, where the service says so; `statedMs` how long it wants to be left alone. */
  | { failure: Failure; keptMs?: number; statedMs?: number }
  | 'leaving'

/** What a call comes to, and what it took. */
interface Run extends Pick<Asked, 'requests' | 'waits' | 'hasReply'> {
  readonly ending: Ending
  /** Whether the page is on its way by now. */
  readonly leaves?: boolean
}

/** A question to the service, and what was true when it was put. */
export interface Put {
  readonly fault: Fault
  readonly truth: Cookie
  readonly askedAt: number
}

const without = (ending: Ending, hasReply = false): Run => ({ ending, requests: [0, 0], waits: [], hasReply })

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
    const { fault, at, truth } = way.head
    if (!isFinal(fault)) return true
    const isAnswer = fault.meaning === 'truth' ? truth !== 'ended' : 'none' in (fault.meaning as object)
    if (!isAnswer || !this.#isStale(tab, instance, at)) return false
    const agreement = this.shared.agreementFor(tab, instance)
    if (agreement.isLeaving(this.now) || this.shared.latest(tab, instance, this.now)) return false
    return !(tab.page.isHidden && this.shared.replyTo(tab, instance, this.now))
  }

  /** Whether the next question takes over what the head of the page has asked. */
  takesHead(tab: TabModel, instance: InstanceModel): boolean {
    return wayOf(this, tab, instance).by === 'head'
  }

  /**
   * Whether the head of a page that loads now begins the call: not where a session or a refusal is kept, nothing can be, or the tab knows
   * that the service is spared.
   */
  beginsInHead(tab: TabModel, path: string): boolean {
    if (path !== HEAD || tab.alone) return false
    const kept = tab.kept.get('session')
    const holds = (entry?: Entry) => !!entry && entry.until > this.now
    const pause = tab.kept.get('pause')?.pause
    if (pause && pause.retryAt > this.now) return false
    return !tab.full && !kept?.isBroken && !holds(kept) && !holds(tab.kept.get('refused'))
  }

  /** The head of the page has asked. */
  begins(tab: TabModel, fault: Fault): void {
    tab.page.head = { fault, truth: this.truth(fault), at: this.now, storage: tab.emptied }
  }

  /** An instance is made. On a page that a login led to, nothing from before the page counts. */
  constructs(tab: TabModel, instance: InstanceModel): void {
    instance.isUp = true
    if (!tab.page.isLoginReturn) return
    const moment = tab.page.cameAt - 1
    const { moment: latest = 0 } = tab.get(instance, 'not-before', this.now) ?? {}
    if (moment > latest) this.#ignoresBefore(tab, instance, moment)
  }

  #ignoresBefore(tab: TabModel, instance: InstanceModel, moment: number): void {
    tab.set(instance, 'not-before', { until: this.now + LONGEST_MS, moment })
  }

  /** A question of a page, or several at once. */
  asks(tab: TabModel, instance: InstanceModel, fault: Fault): Asked {
    const knows = instance.isWorthWaiting || tab.get(instance, 'session', this.now)?.answer
    const knowsPause = tab.get(instance, 'pause', this.now)?.pause
    // Once it listens it has opened everything; where that was denied, it tries again.
    const triesAgain = (instance.isListening || instance.knowsPauses) && tab.alone
    const mayAskAtOnce = !tab.page.isHidden && !knows && !triesAgain
    const isSpared = knowsPause && knowsPause.retryAt > this.now && !instance.knowsPauses
    this.#calls(tab, instance)
    const way = wayOf(this, tab, instance)
    const asked = this.#settles(tab, instance, this.#goes(tab, instance, way, fault))
    return { ...asked, asksAtOnce: way.by === 'service' && mayAskAtOnce && !isSpared }
  }

  /** A question is on its way to the service; its answer comes later. */
  starts(tab: TabModel, instance: InstanceModel, fault: Fault): Put {
    this.#calls(tab, instance)
    instance.isAsking = true
    this.#putsQuestion(tab, instance)
    heedPause(this, tab, instance)
    return this.#puts(tab, instance, fault)
  }

  /** A page in the background has put a question, and waits for its turn. */
  beginsToWait(tab: TabModel): void {
    const { instance } = tab.page
    this.#calls(tab, instance)
    instance.isListening = true
    instance.isAsking = true
  }

  /** It has its turn. */
  hasItsTurn(tab: TabModel): Asked {
    const { instance } = tab.page
    return this.#settles(tab, instance, this.#goes(tab, instance, wayBeyond(this, tab, instance), WORKS))
  }

  /** A waiting page is shown: it asks the service at once. */
  isShownWaiting(tab: TabModel): Asked {
    tab.page.isHidden = false
    return this.hasItsTurn(tab)
  }

  /** Whether two pages that ask in the same moment make as many requests as are said, whoever is first; undefined where that matters. */
  requestsAtOnce(tab: TabModel, other: TabModel): number | undefined {
    const both = [tab, other]
    const { cookie } = this
    // Whether these are taken away depends on who asks the service.
    const isAlike = ({ kept, page: { instance } }: TabModel) =>
      [kept, instance.memory].every((it) => !it.has('refresh') && !it.has('pause'))
    const asks = (it: TabModel) => wayOf(this, it, it.page.instance).by === 'service'
    if (!both.every(asks) || !both.every(isAlike) || cookie === 'ended') return undefined
    // That nobody reads holds for longer where it comes from the service; and what is not to be kept is not shared.
    const holdsForBoth = typeof cookie === 'object' && cookie.reader.userId && cookie.lifetimeMs !== 0
    if (!holdsForBoth) return undefined
    if (both.every(({ page }) => !page.isHidden)) return 2
    return both.every(({ page, alone }) => page.isHidden && !alone) ? 1 : undefined
  }

  /** Whether a page would wait for its turn, and then ask the service. */
  waitsForTurn(tab: TabModel): boolean {
    const { instance, isHidden } = tab.page
    return isHidden && !tab.alone && instance.isUp && wayOf(this, tab, instance).by === 'service'
  }

  #calls(tab: TabModel, instance: InstanceModel): void {
    this.shared.acts(tab)
    instance.status.asks()
    instance.hasAsked = true
    this.#dropsStale(tab, instance)
    const { by } = wayOf(this, tab, instance)
    if (tab.page.isHidden && by !== 'cache' && by !== 'refusal') this.#listens(tab, instance)
  }

  /** The page hears of other tabs from now on. It may be behind: one that has left for a login shows nobody, whoever it showed before. */
  #listens(tab: TabModel, instance: InstanceModel): void {
    if (instance.isListening) return
    instance.isListening = true
    if (this.#looks(tab, instance)) instance.joins++
  }

  /** Whether a call of this page would be joined by one that it makes by itself. */
  isJoined({ page: { instance } }: TabModel): boolean {
    return !instance.isListening && instance.seen !== undefined
  }

  /** What is kept and does not count is taken away: no later page may take it. */
  #dropsStale(tab: TabModel, instance: InstanceModel): void {
    const kept = tab.get(instance, 'session', this.now)?.answer
    if (kept && this.#isStale(tab, instance, kept.askedAt)) tab.remove(instance, 'session')
  }

  #isStale(tab: TabModel, instance: InstanceModel, askedAt: number): boolean {
    return askedAt < this.shared.notBefore(tab, instance, this.now)
  }

  /** The page asks the service. */
  #puts(tab: TabModel, instance: InstanceModel, fault: Fault): Put {
    this.#listens(tab, instance)
    return { fault, truth: this.truth(fault), askedAt: this.now }
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

  /** The other tabs hear a question, if this instance puts one, and reply. */
  #putsQuestion(tab: TabModel, instance: InstanceModel): void {
    const { shared, now } = this
    if (!asksOthers(tab, instance) || shared.latest(tab, instance, now)) return
    shared.asks(tab, instance, now)
  }

  /** Goes the way of a question to its end. */
  #goes(tab: TabModel, instance: InstanceModel, way: Way, fault: Fault, isLast = false): Run {
    switch (way.by) {
      case 'cache':
        return without({ answer: way.answer, from: 'cache' })
      case 'refusal':
        return without({ failure: way.failure })
      case 'logout':
        return this.#keeps(tab, instance, without(this.#nobody()))
      case 'tab':
        return this.#keeps(tab, instance, without({ answer: way.answer, from: 'tab' }))
      case 'reply':
        this.#putsQuestion(tab, instance)
        return this.#keeps(tab, instance, without({ answer: way.answer, from: 'tab' }, true))
    }
    this.#putsQuestion(tab, instance)
    heedPause(this, tab, instance)
    switch (way.by) {
      case 'pause': {
        const { failure, retryAt } = way.pause
        return this.#requested(tab, instance, without({ failure: { ...failure, retryAt } }))
      }
      case 'leaving':
        return this.#requested(tab, instance, without('leaving'))
      case 'head': {
        tab.page.head = undefined
        const { head } = way
        const isOver = isFinal(head.fault)
        const taken = isOver ? head : { fault, truth: this.truth(fault) }
        const put = { ...taken, askedAt: head.at }
        this.#listens(tab, instance)
        const run = this.#answers(tab, instance, put, true, isLast)
        if (!isOver) return { ...run, waits: this.#waits(1) }
        const again = run.requests
        const own = head.fault.requests
        return { ...run, requests: [again[0] - own[0], again[1] - own[1]] }
      }
      default:
        return this.#answers(tab, instance, this.#puts(tab, instance, fault), true, isLast)
    }
  }

  /** The answer of the service arrives. One that is about a user who may be gone is asked for once more. */
  #answers(tab: TabModel, instance: InstanceModel, put: Put, isCurrent: boolean, isLast: boolean): Run {
    const { fault, askedAt } = put
    const waits = fault.hasty ? undefined : this.#waits(fault.breaks ?? 0)
    const ending = this.#read(tab, instance, put, isCurrent)
    if (isCurrent) this.#minds(tab, instance, ending)
    const run = { ending, requests: fault.requests, waits, hasReply: false, leaves: ending === 'leaving' }
    const first = this.#requested(tab, instance, run, isCurrent)
    const isAnswer = first.ending !== 'leaving' && 'answer' in first.ending && first.ending.from === 'service'
    if (!isCurrent || isLast || !isAnswer || !this.#isStale(tab, instance, askedAt)) return first
    this.#dropsStale(tab, instance)
    const next = this.#goes(tab, instance, wayOf(this, tab, instance), WORKS, true)
    const [least, most] = first.requests
    return { ...next, requests: [least + next.requests[0], most + next.requests[1]], waits }
  }

  /** What comes of a request. While a tab is on its way to the logout page, nobody reads. */
  #requested(tab: TabModel, instance: InstanceModel, run: Run, isCurrent = true): Run {
    const isLeaving = this.shared.agreementFor(tab, instance).isLeaving(this.now)
    const next = isLeaving ? { ...run, ending: this.#nobody() } : run
    return isCurrent ? this.#keeps(tab, instance, next) : next
  }

  #nobody(): Ending {
    return { answer: { reader: null, askedAt: this.now, until: this.now }, from: 'tab' }
  }

  /** What is learned is kept for the tab, and so is a refusal that says how long it holds. */
  #keeps(tab: TabModel, instance: InstanceModel, run: Run): Run {
    const { ending } = run
    if (ending === 'leaving') return run
    if ('answer' in ending)
      tab.set(instance, 'session', { until: ending.answer.until, answer: ending.answer })
    else if (ending.keptMs)
      tab.set(instance, 'refused', { until: this.now + ending.keptMs, failure: ending.failure })
    return run
  }

  /** The answer of the service comes to somebody who has asked for it. `isCurrent` is false when the session was dropped since. */
  resolve(tab: TabModel, instance: InstanceModel, put: Put, isCurrent = true): Asked {
    this.shared.acts(tab)
    const run = this.#answers(tab, instance, put, isCurrent, false)
    return isCurrent ? this.#settles(tab, instance, run) : this.#told(run, this.#outcome(run.ending))
  }

  #told({ requests, waits, leaves = false, hasReply }: Run, outcome: Outcome, heard: string[] = []): Asked {
    return { outcome, heard, requests, waits, leaves, hasReply, asksAtOnce: false, unasked: [] }
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
    if (typeof meaning === 'object' && 'failure' in meaning) return { ...meaning }
    if (meaning === 'truth' && truth === 'ended') return { failure: { reason: 'session-refused', code: 401 } }
    const site = typeof truth === 'object' && meaning === 'truth' ? truth : undefined
    const stated = meaning === 'truth' ? site?.lifetimeMs : meaning.lifetimeMs
    const until = now + (stated ?? FIVE_MINUTES_MS)
    return { answer: { reader: site?.reader ?? null, askedAt, until }, from: 'service' }
  }

  /** Trouble begins a pause, and an answer ends it. */
  #minds(tab: TabModel, instance: InstanceModel, ending: Ending): void {
    if (ending === 'leaving') return
    if ('answer' in ending) this.#pausesNoMore(tab, instance)
    if ('answer' in ending || !isTrouble(ending.failure)) return
    instance.knowsPauses = true
    // Another tab has failed meanwhile: that was the same trouble.
    if (heedPause(this, tab, instance)) return
    const before = tab.get(instance, 'pause', this.now)?.pause
    const pause = pauseAfter(ending.failure, ending.statedMs, before, this)
    tab.set(instance, 'pause', pauseEntry(pause))
    this.shared.agreementFor(tab, instance).pauses(pause)
  }

  #pausesNoMore(tab: TabModel, instance: InstanceModel): void {
    instance.knowsPauses = true
    tab.remove(instance, 'pause')
    this.shared.agreementFor(tab, instance).pausesNoMore()
  }

  /** A call has ended: the page hears of it, and other tabs are told of what comes from the service. */
  #settles(tab: TabModel, instance: InstanceModel, run: Run): Asked {
    const { shared } = this
    const { ending } = run
    this.#listens(tab, instance)
    instance.isWorthWaiting = false
    instance.knowsPauses = true
    instance.isAsking = false
    instance.hasFailedUnseen = tab.page.isHidden && ending !== 'leaving' && 'failure' in ending
    if (ending === 'leaving' || 'failure' in ending) {
      instance.seen ??= shared.agreementFor(tab, instance).mark.who
      return ending === 'leaving' ? this.#leaves(instance, run) : this.#fails(instance, run, ending.failure)
    }
    const { answer, from } = ending
    const { reader } = answer
    instance.seen = whoOf(reader)
    if (from === 'service') {
      // A refresh has helped, or was not needed.
      tab.remove(instance, 'refresh')
      shared.tells(tab, instance, answer, this.now)
    }
    instance.known = reader
    instance.status.settles(reader)
    this.#writesCookie(instance, reader, from === 'cache')
    const heard = reader ? instance.events.session(reader) : instance.events.none()
    const told = instance.hears(heard, reader, reader ? undefined : MISSING)
    return this.#ended(instance, run, outcomeOf(answer), told)
  }

  /** The cookie follows the reader. One that this page has taken away stays away, until something new is learned. */
  #writesCookie(instance: InstanceModel, reader: Reader | null, isKept: boolean): void {
    const { sp_id } = reader ?? {}
    if (!sp_id && isKept && instance.isCookieGone) return
    this.spId = sp_id
    instance.isCookieGone = !sp_id
  }

  /** Nothing was learned about the user: what was known stays known. */
  #fails(instance: InstanceModel, run: Run, failure: Failure): Asked {
    instance.status.fails(failure.reason)
    return this.#ended(instance, run, failure, instance.hears(instance.events.failure(), null, failure))
  }

  /** The page is on its way: who asks is told what was known, and the page hears nothing. */
  #leaves(instance: InstanceModel, run: Run): Asked {
    const { known } = instance
    return this.#ended(instance, run, known ? { session: known } : { reason: 'session-refreshing' })
  }

  /** A call has ended, and those that have joined it. */
  #ended(instance: InstanceModel, run: Run, outcome: Outcome, heard?: string[]): Asked {
    const unasked = Array.from({ length: instance.joins }, () => outcome)
    instance.joins = 0
    return { ...this.#told(run, outcome, heard), unasked }
  }

  /** Whether the browser's news make this page ask by itself now. */
  hasNews(tab: TabModel): boolean {
    const { news, instance } = tab.page
    if (tab.alone || instance.isAsking || !this.shared.isBehind(tab, instance)) return false
    const isFree = this.shared.agreement.isLeaving(this.now) || instance.pace.isFree(this.now)
    return instance.pace.isDue(this.now) || (news.size > 0 && isFree)
  }

  /** The browser tells the page what other tabs have written, and its timers go off. */
  hears(tab: TabModel): Asked | undefined {
    const { now } = this
    const { instance } = tab.page
    const looks = tab.page.news.size
    tab.page.news.clear()
    if (!instance.isUp) return undefined
    let asked: Asked | undefined
    if (instance.pace.isDue(now)) {
      instance.pace.runs(now)
      instance.isWorthWaiting = this.shared.isBehind(tab, instance)
      if (instance.isWorthWaiting) asked = this.#asksItself(tab, instance, 1)
    }
    for (let look = 0; look < looks; look++)
      if (this.#looks(tab, instance)) asked = this.#asksItself(tab, instance, 1, asked)
    return asked
  }

  /** Whether the page asks at once, since the user has changed in another tab. */
  #looks(tab: TabModel, instance: InstanceModel): boolean {
    const { shared, now } = this
    if (!shared.isBehind(tab, instance)) return false
    // A logout on its way makes no request, and nobody may see the user for longer.
    if (shared.agreementFor(tab, instance).isLeaving(now)) return true
    const isNow = instance.pace.hears(now)
    if (isNow) instance.isWorthWaiting = true
    return isNow
  }

  /** The page asks by itself, as often as it has reasons to: one call for all of them. */
  #asksItself(tab: TabModel, instance: InstanceModel, reasons: number, before?: Asked): Asked {
    const asked = this.asks(tab, instance, WORKS)
    const unasked = [...asked.unasked, ...Array.from({ length: reasons }, () => asked.outcome)]
    if (!before) return { ...asked, unasked }
    const [least, most] = before.requests
    return {
      ...asked,
      heard: [...before.heard, ...asked.heard],
      unasked: [...before.unasked, ...unasked],
      requests: [least + asked.requests[0], most + asked.requests[1]],
      hasReply: before.hasReply || asked.hasReply,
    }
  }

  /** The reader looks at something else, or comes back to the page. One that has failed meanwhile asks now, except in a pause. */
  turns(tab: TabModel): Asked | undefined {
    const { page } = tab
    const { instance } = page
    page.isHidden = !page.isHidden
    if (page.isHidden || !instance.isUp || !instance.isListening) return undefined
    this.shared.acts(tab)
    const looks = this.#looks(tab, instance)
    const tries = instance.hasFailedUnseen && !heedPause(this, tab, instance)
    const reasons = Number(looks) + Number(tries)
    return reasons ? this.#asksItself(tab, instance, reasons) : undefined
  }

  /** A page is shown again as it was left: it looks what is known by now. */
  returns(tab: TabModel): Asked | undefined {
    const { instance } = tab.page
    if (!instance.isUp) return undefined
    instance.isBack = instance.hasAsked
    // It asks first. What answers at once is known before it looks whether the user has changed: browsers run what was promised between
    // two listeners.
    const isAnswered = instance.hasAsked && AT_ONCE.includes(wayOf(this, tab, instance).by)
    const asked = isAnswered ? this.#asksItself(tab, instance, 1) : undefined
    if (isAnswered) instance.isBack = false
    const looks = this.#looks(tab, instance)
    const reasons = Number(instance.hasAsked && !isAnswered) + Number(looks)
    const all = reasons ? this.#asksItself(tab, instance, reasons, asked) : asked
    instance.isBack = false
    return all
  }

  /** A page is left: nothing is told to it any more. */
  sleeps(tab: TabModel, page: PageModel): void {
    const { instance } = page
    this.shared.acts(tab)
    if (instance.isUp) {
      const refresh = tab.kept.get('refresh')
      if (refresh?.leaves === page.born) refresh.leaves = undefined
      this.shared.sleeps(tab, instance, this.now)
      if (instance.isOnItsWay) {
        page.head = undefined
        this.#forgets(tab, instance)
      }
      instance.isOnItsWay = false
    }
    page.news.clear()
  }

  /** A page that is still there ends its instance. */
  disposes(tab: TabModel): void {
    const { page } = tab
    page.instance = new InstanceModel()
    page.instance.isUp = false
  }

  clears(tab: TabModel, instance: InstanceModel): void {
    this.shared.acts(tab)
    tab.page.head = undefined
    this.#forgets(tab, instance)
  }

  #forgets(tab: TabModel, instance: InstanceModel): void {
    tab.remove(instance, 'session')
    tab.remove(instance, 'refused')
    this.#ignoresBefore(tab, instance, this.now)
    instance.forgets()
    instance.isAsking = false
    if (instance.isListening) instance.seen ??= this.shared.agreementFor(tab, instance).mark.who
    instance.status.clears()
    this.#pausesNoMore(tab, instance)
  }

  /** The page leaves for a login, or opens a popup for it. */
  logsIn(tab: TabModel, instance: InstanceModel, isByPopup: boolean): void {
    this.clears(tab, instance)
    if (isByPopup) instance.isListening = true
    else instance.isOnItsWay = true
    if (!instance.known?.userId) instance.seen = NOBODY
  }

  logsOut(tab: TabModel, instance: InstanceModel): string[] {
    this.shared.acts(tab)
    this.shared.logsOut(tab, instance, this.now)
    instance.status.settles(null)
    this.clears(tab, instance)
    instance.isOnItsWay = true
    instance.known = null
    this.spId = undefined
    instance.isCookieGone = true
    return instance.hears(instance.events.logout(), null)
  }

  /** The browser is online again: where no service had answered, it may have been the reader's own network. */
  comesOnline(tab: TabModel): void {
    const { instance } = tab.page
    if (!instance.isUp) return
    const pause = heedPause(this, tab, instance)
    if (pause && pause.failure.code === undefined) this.#pausesNoMore(tab, instance)
  }
}
