/**
 * The reference model: a browser with its cookie, its tabs with their storage, and the instances on their pages. It
 * says what each step is to lead to, from the contract alone; no line of the library is used.
 */
import { createEventModel, type EventModel } from '../support/session-model.ts'
import { DEFAULT_LIFETIME_MS, type Fault } from './faults.ts'
import { label, type Reader } from './readers.ts'

export type Outcome = { session: Reader } | { reason: string }

/** What the cookie of the session service stands for. */
export type Cookie = 'none' | 'ended' | { reader: Reader; lifetimeMs?: number }

/** What is kept under a name: an answer, or the mark of a refresh. */
interface Entry {
  until: number
  answer?: Reader | 'none' | 'rubbish'
  /** The page that left by it, until it is back. */
  leaves?: string
}

/** The two names under which the library keeps anything. */
export type Kept = 'session' | 'refresh'

const FIVE_MINUTES_MS = 300_000

/** One instance of the library, and what only it knows. */
export class InstanceModel {
  readonly events: EventModel = createEventModel()
  /** Entries that the storage had no room for. */
  readonly memory: Map<Kept, Entry> = new Map()
  known: Reader | null = null

  /** Names of the events, each with what it carries. */
  hears(names: string[], session: Reader | null, reason = ''): string[] {
    return names.map((name) => `${name} ${name === 'error' ? reason : label(session)}`)
  }
}

/** One page, from its load to its end, however often it is shown. */
export class PageModel {
  readonly born: string
  instance: InstanceModel = new InstanceModel()

  constructor(born: string) {
    this.born = born
  }
}

/** One tab, and its storage. */
export class TabModel {
  page: PageModel = new PageModel('')
  readonly denied: boolean
  full = false
  kept: Map<Kept, Entry> = new Map()

  constructor(denied: boolean) {
    this.denied = denied
  }

  /** Names of what stands in the browser's storage. */
  names(): Kept[] {
    return [...this.kept.keys()].sort()
  }

  get(instance: InstanceModel, name: Kept, now: number): Entry | undefined {
    const entry = instance.memory.get(name) ?? this.kept.get(name)
    // What is over stays where it is, until something else is kept under its name.
    return entry && entry.until > now ? entry : undefined
  }

  /** False when only memory had room. */
  set(instance: InstanceModel, name: Kept, entry: Entry): boolean {
    this.remove(instance, name)
    const fits = !this.denied && !this.full
    ;(fits ? this.kept : instance.memory).set(name, entry)
    return fits
  }

  remove(instance: InstanceModel, name: Kept): void {
    instance.memory.delete(name)
    this.kept.delete(name)
  }
}

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

  /** Whether a question would reach the service. */
  wouldFetch(tab: TabModel, instance: InstanceModel): boolean {
    return !tab.get(instance, 'session', this.now) && !this.isLeaving(tab, instance)
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
  }

  logsOut(tab: TabModel, instance: InstanceModel): string[] {
    tab.remove(instance, 'session')
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

/** The ways to ask. */
export const METHODS = ['hasSession', 'isLoggedIn', 'isConnected', 'getUserId', 'getSpId'] as const
export type Method = (typeof METHODS)[number]

/** What a method is to answer, as the page reports it: `!` stands before the reason of an error. */
export function answerOf(method: Method, outcome: Outcome): string {
  const session = 'session' in outcome ? outcome.session : undefined
  const rejects = 'reason' in outcome ? `!${outcome.reason}` : undefined
  switch (method) {
    case 'hasSession':
      return rejects ?? label(session ?? null)
    case 'isLoggedIn':
      return `${!!session?.userId}`
    case 'isConnected':
      return `${session?.result === true}`
    case 'getSpId':
      return `${session?.sp_id ?? null}`
    case 'getUserId':
      if (rejects) return rejects
      if (!session?.result) return '!not-connected'
      return session.userId ? `${session.userId}` : '!identifier-missing'
  }
}
