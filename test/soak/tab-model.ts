/** The parts of the reference model that come and go: tabs with their storage, their pages, and the instances on those. */
import { createEventModel, type EventModel } from '../support/session-model.ts'
import { AgreementModel, type News } from './agreement-model.ts'
import type { Fault } from './faults.ts'
import { PaceModel } from './pace-model.ts'
import type { Pause } from './pause-model.ts'
import { label, type Reader } from './readers.ts'
import { StatusModel } from './status-model.ts'
import { type Failure, failureWord } from './words.ts'

/** Path of a page that is in the background when it loads. */
export const HIDDEN = '/hidden'

/** What the cookie of the session service stands for. */
export type Cookie = 'none' | 'ended' | { reader: Reader; lifetimeMs?: number }

/** What the service has said of the reader, as tabs tell each other. */
export interface Answer {
  readonly reader: Reader | null
  readonly askedAt: number
  readonly until: number
}

/** What is kept instead of an answer: why there is none that says who reads. */
export interface Refusal {
  readonly failure: Failure
  readonly askedAt: number
  /** The service never said so: it is taken away as soon as it is read. */
  readonly isForged?: boolean
}

/** What is kept under a name: an answer, a pause, or a mark. */
export interface Entry {
  readonly until: number
  /** Of the session. */
  readonly answer?: Answer | Refusal
  readonly pause?: Pause
  /** Of a refresh: the page that left by it, until it is back. */
  leaves?: string
  /** No JSON: a script that reads it stops there. */
  readonly isBroken?: boolean
}

/** A session call that the head of a page has begun. */
export interface Head {
  readonly fault: Fault
  /** What was true when it was asked. */
  readonly truth: Cookie
  readonly at: number
  /** The storage that its tab's number stood in. */
  readonly storage: number
}

/** The names under which the library keeps anything for a tab; `tabs` says that it is to ask the service next time. */
export type Kept = 'session' | 'refresh' | 'tabs' | 'pause'

/** One instance of the library, and what only it knows. */
export class InstanceModel {
  readonly events: EventModel = createEventModel()
  readonly status: StatusModel = new StatusModel()
  readonly pace: PaceModel = new PaceModel()
  /** Where nothing can be shared, each instance agrees with itself. */
  readonly agreement: AgreementModel = new AgreementModel()
  /** Entries that the storage had no room for. */
  readonly memory: Map<Kept, Entry> = new Map()
  /** Between its construction and its end. */
  isUp = true
  /** From the moment on when its first request is on its way, or it has to: what other tabs tell before, it does not hear. */
  isListening = false
  /** It hears of the pauses that other tabs begin. It does so once its first call has ended. */
  heedsPauses = false
  known: Reader | null = null
  /** The last answer that tabs have told, this one among them. */
  heard: Answer | undefined
  /** When the answer was asked for that the page was told of last. */
  toldAt = 0
  /** Whom the page was told of last; undefined before, and while a call is on its way. */
  seen: string | undefined
  /** What it knew turned out to be old: another tab knows better. */
  isWorthWaiting = false
  /** A call is on its way. */
  isAsking = false
  isLoggingOut = false
  /** The last call has failed while the page was hidden. */
  hasFailedUnseen = false
  /** Its request is on its way, and it asks for all tabs. */
  leads = false

  /** Names of the events, each with what it carries. */
  hears(names: string[], session: Reader | null, failure?: Failure): string[] {
    return names.map(
      (name) => `${name} ${name === 'error' && failure ? failureWord(failure) : label(session)}`,
    )
  }
}

/** One page, from its load to its end, however often it is shown. */
export class PageModel {
  readonly born: string
  readonly path: string
  /** The browser has come to it by a login. */
  readonly isLoginReturn: boolean
  /** When it was loaded. */
  cameAt = 0
  instance: InstanceModel = new InstanceModel()
  /** Until it is taken over, or the session is cleared. */
  head: Head | undefined
  /** Whether it is loaded; from then on it can only be restored. */
  wasShown = false
  /** Whether the reader sees something else. */
  isHidden: boolean
  /** How often a pause had changed when it was left. */
  pauseChanges = 0
  /** What the browser is about to tell it that other tabs have written. */
  readonly news: Set<News> = new Set()

  constructor(born: string, path: string, isLoginReturn: boolean) {
    this.born = born
    this.path = path
    this.isLoginReturn = isLoginReturn
    this.isHidden = path === HIDDEN
  }
}

/** One tab, and its storage. */
export class TabModel {
  page: PageModel = new PageModel('', '', false)
  /** No storage at all. */
  readonly denied: boolean
  /** Nothing is shared with other tabs: no storage of the origin, no channel. */
  readonly alone: boolean
  full = false
  kept: Map<Kept, Entry> = new Map()
  /** Counts how often all that the storage held was taken away, the tab's number with it. */
  emptied = 0

  /** @param path of the page that it shows first: some are denied what others have */
  constructor(path: string) {
    this.denied = path === '/denied'
    this.alone = this.denied || path === '/alone'
  }

  /** Names of what stands in the browser's storage. */
  names(): Kept[] {
    return [...this.kept.keys()].sort()
  }

  /** Takes away whatever the storage holds, and perhaps all of its room. */
  empty(full: boolean): void {
    this.kept.clear()
    this.full = full
    this.emptied++
  }

  get(instance: InstanceModel, name: Kept, now: number): Entry | undefined {
    // What stands in the storage is newer: while it had no room, nothing could be put there.
    if (this.kept.has(name)) instance.memory.delete(name)
    const entry = this.kept.get(name) ?? instance.memory.get(name)
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
