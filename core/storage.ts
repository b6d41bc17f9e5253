/**
 * Storage of this tab with expiry, on sessionStorage. Where that is denied or full, entries live in memory for as
 * long as the page does. Expiry is checked on reading: a timer could drop a newer entry under the same key.
 */
import { isRecord } from './checks.ts'
import type { BrowserWindow, ResolvedOptions } from './options.ts'

/** Entries with an expiry. What comes out is not to be trusted: the page's other scripts can write it too. */
export interface ExpiringStore {
  /** The value, or undefined when there is none or its time is over. The same object while nobody changes it. */
  get(key: string): unknown
  /**
   * Keeps `value` until `expiresAt` (milliseconds since the epoch).
   *
   * @returns false when only memory could take it, so that it will not survive the page
   */
  set(key: string, value: unknown, expiresAt: number): boolean
  remove(key: string): void
}

/**
 * A key that no other client, environment or session domain on the page has: JSON, so that no two sets of names can
 * run together into one.
 */
export function storageKey(what: string, { env, sessionDomain, clientId }: ResolvedOptions): string {
  return `portico.${what}.${JSON.stringify([env.accountUrl, sessionDomain, clientId])}`
}

interface Entry {
  value?: unknown
  expiresAt: number
}

/** Text as it stands in the browser's storage, and what it parses to; no text when only memory has it. */
interface Memo {
  text?: string
  entry: Entry
}

function parseEntry(text: string): Entry {
  try {
    const entry: unknown = JSON.parse(text)
    if (isRecord(entry) && typeof entry.expiresAt === 'number') return entry as unknown as Entry
  } catch {
    // Foreign text under our key: as good as nothing.
  }
  return { expiresAt: 0 }
}

/** Opens the store of a window. Nothing is touched before the first use. */
export function createStore(window: BrowserWindow): ExpiringStore {
  const memos = new Map<string, Memo>()

  const read = (key: string): Memo | undefined => {
    const memo = memos.get(key)
    if (memo && memo.text === undefined) return memo
    try {
      const text = window.sessionStorage.getItem(key)
      if (text === null) return undefined
      if (memo?.text === text) return memo
      const fresh = { text, entry: parseEntry(text) }
      memos.set(key, fresh)
      return fresh
    } catch {
      return undefined
    }
  }

  const remove = (key: string) => {
    memos.delete(key)
    try {
      window.sessionStorage.removeItem(key)
    } catch {
      // Denied: then nothing of ours is in there.
    }
  }

  return {
    get(key) {
      const memo = read(key)
      if (!memo) return undefined
      if (memo.entry.expiresAt > Date.now()) return memo.entry.value
      remove(key)
    },
    set(key, value, expiresAt) {
      // First, so that an older entry does not outlive this one where the new text does not fit.
      remove(key)
      const entry = { value, expiresAt }
      try {
        const text = JSON.stringify(entry)
        window.sessionStorage.setItem(key, text)
        memos.set(key, { text, entry })
        return true
      } catch {
        memos.set(key, { entry })
        return false
      }
    },
    remove,
  }
}
