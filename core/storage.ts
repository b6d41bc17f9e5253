/**
 * Storage with expiry, of this tab or of all. Where the browser's is denied or full, entries live in memory for as long as the
 * page does. Expiry is checked on reading: a timer could drop a newer entry under the same key.
 */
import { ownMembers } from './json.ts'
import { TAB_ID_KEY } from './names.ts'
import type { ResolvedOptions } from './options.ts'
import { MAX_LIFETIME_MS } from './session/result.ts'

/** One entry. */
export interface StoredEntry<Value> {
  /** The key in the browser's storage, for those who hear of changes by the event `storage`. */
  readonly key: string
  /** The value; undefined when there is none, or its time is over. The same object while nobody changes the entry. */
  get(): Value | undefined
  /** Keeps a value until `expiresAt` (milliseconds since the epoch). False: storage refused it, and only this opened entry has it. */
  set(value: Value, expiresAt: number): boolean
  remove(): void
}

/** Storage of one client. */
export interface ClientStorage {
  /**
   * Opens an entry.
   *
   * @param parse reads what was found, which the page's other scripts can write too. Undefined: it is no such value
   * @param longestMs what claims to hold for longer is not taken. @default 24.8 days
   */
  entry<Value>(name: string, parse: (found: unknown) => Value | undefined, longestMs?: number): StoredEntry<Value>
  /** A number below 100 000 that tells this tab from others, drawn once; where storage is denied, once a page. Ask the tab's storage for it. */
  tabId(): string
}

/** What tells clients apart. */
type Named = Pick<ResolvedOptions, 'accountUrl' | 'sessionDomain' | 'clientId'>

/** What the keys of one client begin with. Addresses hold no space, so the names of no two clients run together. */
export const storagePrefix = (options: Named): string =>
  `portico.${options.accountUrl} ${options.sessionDomain} ${options.clientId}.`

type Area = keyof (WindowLocalStorage & WindowSessionStorage)

/** Opens the storage of one client: of this tab, or of all of the browser's. Touches nothing before its use. */
export function createStorage(options: Named & Pick<ResolvedOptions, 'window'>, area: Area): ClientStorage {
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
    entry<Value>(name: string, parse: (found: unknown) => Value | undefined, longestMs: number = MAX_LIFETIME_MS) {
      const key = storagePrefix(options) + name
      let value: Value | undefined
      let expiresAt = 0
      /** The text in the browser's storage that `value` was read from; null when only memory has it. */
      let text: string | null = null

      const read = (found: string | null) => {
        text = found
        value = undefined
        try {
          const kept = ownMembers(JSON.parse(`${found}`))
          expiresAt = Number(kept.expiresAt)
          value = parse(kept.value)
        } catch {}
      }
      const remove = () => {
        value = undefined
        text = null
        use((storage) => storage.removeItem(key))
      }

      return {
        key,
        get() {
          const found = use((storage) => storage.getItem(key))
          // Others may have written it since. While nobody has, it is read once.
          if (found !== text) read(found)
          const leftMs = expiresAt - Date.now()
          if (leftMs > 0 && leftMs <= longestMs) return value
        },
        set(next: Value, until: number) {
          const written = use((storage) => {
            storage.setItem(key, JSON.stringify({ value: next, expiresAt: until }))
            // The browser's own string: comparing two of its own takes no time, whatever their length.
            return storage.getItem(key)
          })
          // An older entry must not outlive this one where the new text does not fit.
          if (written === null) remove()
          value = next
          expiresAt = until
          text = written
          return written !== null
        },
        remove,
      }
    },
    tabId: () =>
      use((storage) => {
        // Only a number may go into a URL.
        const kept = Number(storage.getItem(TAB_ID_KEY))
        if (kept) return `${kept}`
        storage.setItem(TAB_ID_KEY, drawn)
        return drawn
      }) ?? drawn,
  }
}
