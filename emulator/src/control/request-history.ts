// The latest requests, for the control page, and whoever listens for the next one.

import type { RequestEntry } from '../http/request-log.ts'

const KEPT = 200

export interface RequestHistory {
  /** Newest last. */
  readonly entries: readonly RequestEntry[]
  add(entry: RequestEntry): void
  /** Calls back for each new entry until the returned function is called. */
  listen(listener: (entry: RequestEntry) => void): () => void
}

export function requestHistory(): RequestHistory {
  const entries: RequestEntry[] = []
  const listeners = new Set<(entry: RequestEntry) => void>()
  return {
    entries,
    add(entry) {
      entries.push(entry)
      if (entries.length > KEPT) entries.shift()
      for (const listener of listeners) listener(entry)
    },
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
