/**
 * The latest of what went through an identity, without values. A ring buffer, so that it stays small.
 */

/** What an entry is about. */
export const KINDS = ['call', 'response', 'error', 'event', 'url', 'login', 'storage', 'policy'] as const
export type EntryKind = (typeof KINDS)[number]

/** Where an entry is from. */
export const SOURCES = [
  'service',
  'cache',
  'preload',
  'page’s server',
  'another tab',
  'library',
  'page',
  'browser',
] as const
export type Source = (typeof SOURCES)[number]

/** One line of the timeline. Holds no secret. */
export interface Entry {
  /** Counts up. */
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly kind: EntryKind
  readonly text: string
  readonly source: Source
}

/** A ring buffer of entries. */
export interface Recorder {
  /** Oldest first. */
  readonly entries: readonly Entry[]
  add(kind: EntryKind, text: string, source: Source): void
  /** Puts entries of an earlier page before those of this one, and numbers them anew. */
  restore(earlier: readonly Entry[]): void
  /** Calls back after each change, until the returned function is called. */
  listen(listener: () => void): () => void
}

/** How many entries are kept. */
export const KEPT_ENTRIES = 200

/** @param shown hides what a line must not say */
export function createRecorder(shown: (text: string) => string): Recorder {
  let entries: Entry[] = []
  let count = 0
  const listeners = new Set<() => void>()
  const change = (next: Entry[]) => {
    entries = next.slice(-KEPT_ENTRIES)
    for (const listener of listeners) listener()
  }
  const numbered = (entry: Omit<Entry, 'id'>): Entry => {
    count += 1
    return { ...entry, id: count }
  }
  return {
    get entries() {
      return entries
    },
    add(kind, text, source) {
      change([...entries, numbered({ at: Date.now(), kind, text: shown(text), source })])
    },
    restore(earlier) {
      change([...earlier, ...entries].map(numbered))
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
