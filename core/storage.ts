/**
 * Storage of this tab with expiry, on sessionStorage. Where that is denied or full, entries live in memory for as
 * long as the page does. Expiry is checked on reading: a timer could drop a newer entry under the same key.
 */
import type { ResolvedOptions } from './options.ts'

/** The longest that anything is kept. What would last longer is forged, or was kept under a clock that has been set since. */
export const MAX_LIFETIME_MS: number = 2 ** 31 - 1

/** Entries with an expiry. What comes out is not to be trusted: the page's other scripts can write it too. */
export interface ExpiringStore {
  /** The value, or undefined when there is none or its time is over. The same object while nobody changes it. */
  get(name: string): unknown
  /** Keeps a value until `expiresAt` (milliseconds since the epoch). False: only memory could take it, and only this page has it. */
  set(name: string, value: unknown, expiresAt: number): boolean
  remove(name: string): void
  /** A number below 100 000 that tells this tab from others, drawn once. Where storage is denied, once a page. */
  tabId(): string
}

/** Where the tab's number stands: as plain text, and for all clients, so that a script in the page's head can share it. */
export const TAB_ID_KEY = 'portico.tab'

/** What the keys of one client begin with. Addresses hold no space, so the names of no two clients run together. */
export const storagePrefix = (options: ResolvedOptions): string =>
  `portico.${options.accountUrl} ${options.sessionDomain} ${options.clientId}.`

interface Entry {
  value?: unknown
  expiresAt?: number
  /** What stands in the browser's storage for it; null when only memory has it. */
  text: string | null
}

/** Opens the store of one client: of this tab, or of all with the longest that they keep anything. Touches nothing before its use. */
export function createStore(options: ResolvedOptions, sharedMs?: number): ExpiringStore {
  const entries = new Map<string, Entry>()
  const drawn = `${1 + Math.floor(Math.random() * 99_999)}`
  // Kept, since asking the window for it takes longer than reading an entry.
  let opened: Storage | undefined
  const prefix = storagePrefix(options)

  /** What `action` returns; null where it throws, as it does where storage is denied or full. */
  const use = <T>(action: (storage: Storage) => T): T | null => {
    try {
      opened ??= options.window[sharedMs ? 'localStorage' : 'sessionStorage']
      return action(opened)
    } catch {
      return null
    }
  }

  const remove = (name: string) => {
    entries.delete(name)
    use((storage) => storage.removeItem(prefix + name))
  }

  return {
    get(name) {
      const text = use((storage) => storage.getItem(prefix + name))
      let entry = entries.get(name)
      // Others may have written it since; while nobody has, it is parsed once.
      if (!entry || text !== entry.text) {
        entry = { ...use((): Entry => JSON.parse(text as string)), text }
        entries.set(name, entry)
      }
      // By way of text: an object that somebody has put there could throw when it is made a number.
      const leftMs = (JSON.stringify(entry.expiresAt) as unknown as number) - Date.now()
      if (leftMs > 0 && leftMs <= (sharedMs ?? MAX_LIFETIME_MS)) return entry.value
    },
    set(name, value, expiresAt) {
      // First, so that an older entry does not outlive this one where the new text does not fit.
      remove(name)
      const text = use((storage) => {
        storage.setItem(prefix + name, JSON.stringify({ value, expiresAt }))
        // The browser's own string: comparing two of its own takes no time, whatever their length.
        return storage.getItem(prefix + name)
      })
      entries.set(name, { value, expiresAt, text })
      return !!text
    },
    remove,
    tabId() {
      // A number by all means: it becomes part of an address.
      const number = use((storage) => {
        storage[TAB_ID_KEY] = Number(storage[TAB_ID_KEY]) || drawn
        return storage[TAB_ID_KEY]
      })
      return number ?? drawn
    },
  }
}
