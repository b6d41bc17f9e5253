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

/** The longest that anything is kept. */
export const LONGEST_MS: number = 2 ** 31 - 1

/** What the cookie of the session service stands for. */
export type Cookie = 'none' | 'ended' | { reader: Reader; lifetimeMs?: number }

/** What the service has said of the reader, as tabs tell each other. */
export interface Answer {
  readonly reader: Reader | null
  readonly askedAt: number
  readonly until: number
}

/** What is kept under a name: an answer, a pause, or a mark. */
export interface Entry {
  readonly until: number
  /** Of the session. */
  readonly answer?: Answer
  readonly pause?: Pause
  /** Of a refusal that says how long it holds. */
  readonly failure?: Failure
  /** Of `not-before`: what was asked for earlier does not count. */
  readonly moment?: number
  /** Of a refresh: the page that left by it, until the browser has gone. */
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

/** The names under which the library keeps anything for a tab. */
export type Kept = 'session' | 'refused' | 'refresh' | 'pause' | 'not-before'

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
  /** It looks at the pauses of all tabs. It does so once its first call has ended, or a pause has. */
  knowsPauses = false
  known: Reader | null = null
  /** The latest answer that another tab has told, and the latest of its own since then. */
  heard: Answer | undefined
  told: Answer | undefined
  /** Whom the page shows; undefined before. */
  seen: string | undefined
  /** What it knew turned out to be old: another tab knows better. */
  isWorthWaiting = false
  /** Somebody has asked. */
  hasAsked = false
  /** Calls that the page makes by itself while one is on its way, which they share. */
  joins = 0
  /** A call is held back. */
  isAsking = false
  isLoggingOut = false
  /** The page is being left for a login or a logout. */
  isOnItsWay = false
  /** The last call has failed while the page was hidden. */
  hasFailedUnseen = false
  /** It has come out of the back/forward cache, and asks for an answer that is newer: what other tabs would reply is older. */
  isBack = false
  /** It has taken the cookie SP_ID away, and not written it since. */
  isCookieGone = false

  /** Names of the events, each with what it carries. */
  hears(names: string[], session: Reader | null, failure?: Failure): string[] {
    return names.map(
      (name) => `${name} ${name === 'error' && failure ? failureWord(failure) : label(session)}`,
    )
  }

  /** What tabs have told is about somebody who may be gone. */
  forgets(): void {
    this.heard = undefined
    this.told = undefined
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
