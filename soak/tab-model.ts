/** The parts of the reference model that come and go: tabs with their storage, their pages, and the instances on those. */
import { createEventModel, type EventModel } from '../test/support/session-model.ts'
import type { Fault } from './faults.ts'
import { label, type Reader } from './readers.ts'

/** What the cookie of the session service stands for. */
export type Cookie = 'none' | 'ended' | { reader: Reader; lifetimeMs?: number }

/** What is kept under a name: an answer, or the mark of a refresh. */
export interface Entry {
  until: number
  answer?: Reader | 'none' | 'rubbish'
  /** The page that left by it, until it is back. */
  leaves?: string
  /** No JSON: a script that reads it stops there. */
  isBroken?: boolean
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

/** The two names under which the library keeps anything. */
export type Kept = 'session' | 'refresh'

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
  readonly path: string
  instance: InstanceModel = new InstanceModel()
  /** Until it is taken over, or the session is cleared. */
  head: Head | undefined
  /** Whether it is loaded; from then on it can only be restored. */
  wasShown = false

  constructor(born: string, path: string) {
    this.born = born
    this.path = path
  }
}

/** One tab, and its storage. */
export class TabModel {
  page: PageModel = new PageModel('', '')
  readonly denied: boolean
  full = false
  kept: Map<Kept, Entry> = new Map()
  /** Counts how often all that the storage held was taken away, the tab's number with it. */
  emptied = 0

  constructor(denied: boolean) {
    this.denied = denied
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
