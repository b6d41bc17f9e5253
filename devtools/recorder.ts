/**
 * The latest of what went through an identity, without values: a ring buffer, so that it stays small.
 */

/** What an entry is about. */
export type EntryKind = 'call' | 'answer' | 'error' | 'event' | 'url' | 'login' | 'storage' | 'policy'

/** One line of the timeline. Holds no secret. */
export interface Entry {
  /** Counts up. */
  readonly id: number
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly kind: EntryKind
  readonly text: string
  /** Where it comes from: `service`, `cache`, `head start`, `library`, `page`, `browser`. */
  readonly source: string
}

/** A ring buffer of entries. */
export interface Recorder {
  /** Oldest first. */
  readonly entries: readonly Entry[]
  add(kind: EntryKind, text: string, source: string): void
  /** Puts entries of an earlier page before those of this one. */
  restore(earlier: readonly Entry[]): void
  /** Calls back after each change, until the returned function is called. */
  listen(listener: () => void): () => void
}

/** How many entries are kept. */
export const KEPT_ENTRIES = 200

export function createRecorder(): Recorder {
  let entries: Entry[] = []
  let count = 0
  const listeners = new Set<() => void>()
  const changed = (next: Entry[]) => {
    entries = next.slice(-KEPT_ENTRIES)
    for (const listener of listeners) listener()
  }
  return {
    get entries() {
      return entries
    },
    add(kind, text, source) {
      count += 1
      changed([...entries, { id: count, at: Date.now(), kind, text, source }])
    },
    restore(earlier) {
      count += earlier.at(-1)?.id ?? 0
      changed([...earlier, ...entries])
    },
    listen(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
