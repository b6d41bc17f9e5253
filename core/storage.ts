/**
 * Storage with expiry, of this tab or of all. Where the browser's is denied or full, entries live in memory for as
 * long as the page does. Expiry is checked on reading: a timer could drop a newer entry under the same key.
 */
import type { ResolvedOptions } from './options.ts'
import { TAB_ID_KEY } from './shared-names.ts'

/** The longest that anything is kept. What would last longer is forged, or was kept under a clock that has been set since. */
export const MAX_LIFETIME_MS: number = 2 ** 31 - 1

/** One entry. What comes out of it is not to be trusted: the page's other scripts can write it too. */
export interface StoredEntry {
  /** The value, or undefined when there is none or its time is over. The same object while nobody changes it. */
  get(): unknown
  /** Keeps a value until `expiresAt` (milliseconds since the epoch). False: storage refused it, and only this opened entry has it. */
  set(value: unknown, expiresAt: number): boolean
  remove(): void
}

/** Storage of one client. */
export interface ClientStorage {
  /** Opens an entry, which keeps nothing for longer than `longestMs`. @default 24.8 days */
  entry(name: string, longestMs?: number): StoredEntry
  /** A number below 100 000 that tells this tab from others, drawn once; where storage is denied, once a page. Ask the tab's storage for it. */
  tabId(): string
}

/** What the keys of one client begin with. Addresses hold no space, so the names of no two clients run together. */
export const storagePrefix = (options: ResolvedOptions): string =>
  `portico.${options.accountUrl} ${options.sessionDomain} ${options.clientId}.`

type Area = keyof (WindowLocalStorage & WindowSessionStorage)

/** Opens the storage of one client: of this tab, or of all of the browser's. Touches nothing before its use. */
export function createStorage(options: ResolvedOptions, area: Area = 'sessionStorage'): ClientStorage {
  const drawn = `${1 + Math.floor(Math.random() * 99_999)}`
  // Kept, since asking the window for it takes longer than reading an entry.
  let opened: Storage | undefined

  /** What `action` returns; null where it throws, as it does where storage is denied or full. */
  const use = <T>(action: (storage: Storage) => T): T | null => {
    try {
      opened ??= options.window[area]
      return action(opened)
    } catch {
      return null
    }
  }

  return {
    entry(name, longestMs = MAX_LIFETIME_MS) {
      const key = storagePrefix(options) + name
      let value: unknown
      let expiresAt: number | null = null
      /** What stands in the browser's storage for it; null when only memory has it. */
      let text: string | null = null

      const remove = () => {
        expiresAt = text = null
        use((storage) => storage.removeItem(key))
      }

      return {
        get() {
          const found = use((storage) => storage.getItem(key))
          // Others may have written it since; while nobody has, it is parsed once.
          if (found !== text) {
            text = found
            const kept = { ...use(() => JSON.parse(found as string)) }
            value = kept.value
            // By way of text: an object that somebody has put there could throw when it is made a number.
            expiresAt = +JSON.stringify(kept.expiresAt)
          }
          const leftMs = (expiresAt as number) - Date.now()
          if (leftMs > 0 && leftMs <= longestMs) return value
        },
        set(given, until) {
          // First, so that an older entry does not outlive this one where the new text does not fit.
          remove()
          text = use((storage) => {
            storage.setItem(key, JSON.stringify({ value: given, expiresAt: until }))
            // The browser's own string: comparing two of its own takes no time, whatever their length.
            return storage.getItem(key)
          })
          value = given
          expiresAt = until
          return !!text
        },
        remove,
      }
    },
    tabId: () =>
      use((storage) => {
        // A number by all means: it becomes part of an address.
        storage[TAB_ID_KEY] = Number(storage[TAB_ID_KEY]) || drawn
        return storage[TAB_ID_KEY]
      }) ?? drawn,
  }
}
