/**
 * The reference model: a browser with its cookie, its tabs with their storage, and the instances on their pages. It
 * says what each step is to lead to, from the contract alone; no line of the library is used.
 */
import { DEFAULT_LIFETIME_MS, type Fault, isFinal } from './faults.ts'
import type { Reader } from './readers.ts'
import { type Cookie, type Entry, type Head, InstanceModel, type TabModel } from './tab-model.ts'

/** Path of the page whose head begins the session call. */
export const HEAD = '/head'

export type Outcome = { session: Reader } | { reason: string }

const FIVE_MINUTES_MS = 300_000
// What a head has asked for longer ago is asked anew.
const FRESH_MS = 10_000

/** What a question is to lead to. */
export interface Asked {
  outcome: Outcome
  heard: string[]
  requests: readonly [number, number]
  /** The page is left for a refresh. */
  leaves: boolean
}

const NOTHING = [0, 0] as const

/** The browser. */
export class WorldModel {
  now: number
  cookie: Cookie = 'none'
  /** The value of SP_ID, shared by all tabs. */
  spId: string | undefined

  constructor(now: number) {
    this.now = now
  }

  isLeaving(tab: TabModel, instance: InstanceModel): boolean {
    return tab.get(instance, 'refresh', this.now)?.leaves === tab.page.born
  }

  /** Whether a question would need the service. */
  #needsService(tab: TabModel, instance: InstanceModel): boolean {
    return !tab.get(instance, 'session', this.now) && !this.isLeaving(tab, instance)
  }

  /** Whether a question would make a request; another may follow what a head was answered. */
  wouldFetch(tab: TabModel, instance: InstanceModel): boolean {
    const head = this.headFor(tab, instance)
    return this.#needsService(tab, instance) && !(head && isFinal(head.fault))
  }

  /** What the next question would take over from the head of the page. */
  headFor(tab: TabModel, instance: InstanceModel): Head | undefined {
    const { head } = tab.page
    if (!head || !this.#needsService(tab, instance) || head.storage !== tab.emptied) return undefined
    return this.now - head.at <= FRESH_MS ? head : undefined
  }

  /** Whether the head of a page that loads now begins the call: not where a session is kept, or nothing can be. */
  beginsInHead(tab: TabModel, path: string): boolean {
    if (path !== HEAD || tab.denied) return false
    const kept = tab.kept.get('session')
    return !tab.full && !kept?.isBroken && !(kept && kept.until > this.now)
  }

  /** The head of the page has asked. */
  begins(tab: TabModel, fault: Fault): void {
    tab.page.head = { fault, truth: this.truth(fault), at: this.now, storage: tab.emptied }
  }

  /** A question of a page, or several at once. */
  asks(tab: TabModel, instance: InstanceModel, fault: Fault): Asked {
    const kept = tab.get(instance, 'session', this.now)
    const told = (outcome: Outcome, heard: string[]): Asked => ({
      outcome,
      heard,
      requests: NOTHING,
      leaves: false,
    })
    if (kept?.answer === 'rubbish') {
      tab.remove(instance, 'session')
      return told({ reason: 'session-malformed' }, this.#fails(instance, 'session-malformed'))
    }
    if (kept?.answer === 'none') return told({ reason: 'session-missing' }, this.#none(instance))
    if (kept?.answer) return told({ session: kept.answer }, this.#session(instance, kept.answer))
    if (this.isLeaving(tab, instance)) return { ...this.#leaving(instance), requests: NOTHING, leaves: false }
    const head = this.headFor(tab, instance)
    // One of before the storage was emptied asked in another tab's name; it stays where it is.
    if (tab.page.head?.storage === tab.emptied) tab.page.head = undefined
    if (head && isFinal(head.fault))
      return { ...this.resolve(tab, instance, head.fault, head.truth), requests: NOTHING }
    return this.resolve(tab, instance, fault, this.truth(fault))
  }

  /** What is true when the service is asked; if it says so, a cookie that has ended is taken away. */
  truth({ meaning }: Fault): Cookie {
    const { cookie } = this
    if (cookie === 'ended' && meaning === 'truth') this.cookie = 'none'
    return cookie
  }

  /** The answer of the service arrives; `current` is false when the session was dropped since it was asked for. */
  resolve(tab: TabModel, instance: InstanceModel, fault: Fault, truth: Cookie, current = true): Asked {
    const { meaning, requests, answered } = fault
    const done = (outcome: Outcome, heard: string[], leaves = false): Asked => ({
      outcome,
      heard: current ? heard : [],
      requests,
      leaves,
    })
    const fails = (reason: string) => done({ reason }, current ? this.#fails(instance, reason) : [])
    const tried = tab.get(instance, 'refresh', this.now) !== undefined

    if (typeof meaning === 'object' && 'redirect' in meaning) {
      if (tried) return fails('refresh-failed')
      if (meaning.redirect === 'abroad') return fails('redirect-refused')
      if (!current) return fails('refresh-failed')
      const mark: Entry = { until: this.now + FIVE_MINUTES_MS }
      if (!tab.set(instance, 'refresh', mark)) {
        tab.remove(instance, 'refresh')
        return fails('refresh-failed')
      }
      mark.leaves = tab.page.born
      return { ...this.#leaving(instance), requests, leaves: true }
    }

    if (answered) tab.remove(instance, 'refresh')
    if (typeof meaning === 'object' && 'reason' in meaning) return fails(meaning.reason)
    if (meaning === 'truth' && truth === 'ended') return fails('session-refused')

    const reader = typeof truth === 'object' && meaning === 'truth' ? truth : undefined
    const stated = meaning === 'truth' ? reader?.lifetimeMs : meaning.lifetimeMs
    const lifetimeMs = stated ?? DEFAULT_LIFETIME_MS
    const outcome: Outcome = reader ? { session: reader.reader } : { reason: 'session-missing' }
    if (!current) return done(outcome, [])
    if (lifetimeMs > 0) {
      tab.set(instance, 'session', { until: this.now + lifetimeMs, answer: reader?.reader ?? 'none' })
    }
    return done(outcome, reader ? this.#session(instance, reader.reader) : this.#none(instance))
  }

  /** A page is shown again as it was left: what it left for is over. */
  returns(tab: TabModel): void {
    const mark = tab.kept.get('refresh')
    if (mark?.leaves === tab.page.born) mark.leaves = undefined
  }

  /** A page that is still there ends its instance. */
  disposes(tab: TabModel): void {
    tab.page.instance = new InstanceModel()
  }

  clears(tab: TabModel, instance: InstanceModel): void {
    tab.remove(instance, 'session')
    tab.page.head = undefined
  }

  logsOut(tab: TabModel, instance: InstanceModel): string[] {
    this.clears(tab, instance)
    instance.known = null
    this.spId = undefined
    return instance.hears(instance.events.logout(), null)
  }

  #session(instance: InstanceModel, reader: Reader): string[] {
    instance.known = reader
    this.spId = reader.sp_id
    return instance.hears(instance.events.session(reader), reader)
  }

  #none(instance: InstanceModel): string[] {
    instance.known = null
    this.spId = undefined
    return instance.hears(instance.events.none(), null, 'session-missing')
  }

  #fails(instance: InstanceModel, reason: string): string[] {
    return instance.hears(instance.events.failure(), null, reason)
  }

  /** The page is on its way: it is told what was known. */
  #leaving(instance: InstanceModel): Pick<Asked, 'outcome' | 'heard'> {
    const { known } = instance
    if (known) return { outcome: { session: known }, heard: this.#session(instance, known) }
    return { outcome: { reason: 'session-refreshing' }, heard: [] }
  }
}
