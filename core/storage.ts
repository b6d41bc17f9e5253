/**
 * Storage of this tab with expiry, on sessionStorage. Where that is denied or full, entries live in memory for as
 * long as the page does. Expiry is checked on reading: a timer could drop a newer entry under the same key.
 */
import type { BrowserWindow, ResolvedOptions } from './options.ts'

/** The longest that anything is kept. What would last longer is forged, or was kept under a clock that has been set since. */
export const MAX_LIFETIME_MS: number = 2 ** 31 - 1

/** Entries with an expiry. What comes out is not to be trusted: the page's other scripts can write it too. */
export interface ExpiringStore {
  /** The value, or undefined when there is none or its time is over. The same object while nobody changes it. */
  get(key: string): unknown
  /**
   * Keeps `value` until `expiresAt` (milliseconds since the epoch), which is at most {@link MAX_LIFETIME_MS} from now.
   *
   * @returns false when only memory could take it, so that it will not survive the page
   */
  set(key: string, value: unknown, expiresAt: number): boolean
  remove(key: string): void
}

/**
 * A key that no other client, environment or session domain on the page has. The addresses hold no space, so no two
 * sets of names can run together into one.
 */
export function storageKey(what: string, { env, sessionDomain, clientId }: ResolvedOptions): string {
  return `portico.${what}.${env.accountUrl} ${sessionDomain} ${clientId}`
}

interface Entry {
  value?: unknown
  expiresAt: number
  /** What stands in the browser's storage for it; nothing when only memory has it. */
  text?: string | null | undefined
}

function parseEntry(text: string): Entry {
  try {
    const { value, expiresAt } = JSON.parse(text)
    if (typeof expiresAt === 'number') return { value, expiresAt, text }
  } catch {
    // Foreign text under our key: as good as nothing.
  }
  return { expiresAt: 0 }
}

/** Opens the store of a window. Nothing is touched before the first use. */
export function createStore(window: BrowserWindow): ExpiringStore {
  const entries = new Map<string, Entry>()

  // Kept, since asking the window for it takes longer than reading an entry.
  let opened: Storage | undefined

  /** Undefined where storage is denied or full. */
  const use = <T>(what: (storage: Storage) => T): T | undefined => {
    try {
      opened ??= window.sessionStorage
      return what(opened)
    } catch {
      return undefined
    }
  }

  const remove = (key: string) => {
    entries.delete(key)
    use((storage) => storage.removeItem(key))
  }

  return {
    get(key) {
      let entry = entries.get(key)
      if (!entry || entry.text) {
        // Others may have written it since; while nobody has, it is parsed once.
        const text = use((storage) => storage.getItem(key))
        if (!text) return undefined
        if (entry?.text !== text) {
          entry = parseEntry(text)
          entries.set(key, entry)
        }
      }
      const leftMs = entry.expiresAt - Date.now()
      if (leftMs > 0 && leftMs <= MAX_LIFETIME_MS) return entry.value
      remove(key)
    },
    set(key, value, expiresAt) {
      // First, so that an older entry does not outlive this one where the new text does not fit.
      remove(key)
      const text = use((storage) => {
        storage.setItem(key, JSON.stringify({ value, expiresAt }))
        // The browser's own string: comparing two of its own takes no time, whatever their length.
        return storage.getItem(key)
      })
      entries.set(key, { value, expiresAt, text })
      return !!text
    },
    remove,
  }
}
