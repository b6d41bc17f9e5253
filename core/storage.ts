/**
 * Storage with expiry, of this tab or of all. Where the browser's is denied or full, entries live in memory for as long as the
 * page does. Expiry is checked on reading: a timer could drop a newer entry under the same key.
 */
import { ownMembers } from './json.ts'
import { TAB_ID_KEY } from './names.ts'
import type { ResolvedOptions } from './options.ts'
import { MAX_LIFETIME_MS } from './session/reading.ts'

/** One entry. Do not trust what comes out of it: the page's other scripts can write it too. */
export interface StoredEntry {
  /** The key in the browser's storage, for those who hear of changes by the event `storage`. */
  readonly key: string
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

/** What tells clients apart. */
type Named = Pick<ResolvedOptions, 'accountUrl' | 'sessionDomain' | 'clientId'>

/** What the keys of one client begin with. Addresses hold no space, so the names of no two clients run together. */
export const storagePrefix = (options: Named): string =>
  `portico.${options.accountUrl} ${options.sessionDomain} ${options.clientId}.`

type Area = keyof (WindowLocalStorage & WindowSessionStorage)

/** A value, and until when it is kept. */
interface Kept {
  readonly value: unknown
  readonly expiresAt: number
}

/** Reads the text of an entry, which anybody may have written. */
function parseKept(text: string | null): Kept | undefined {
  try {
    const { value, expiresAt } = ownMembers(JSON.parse(`${text}`))
    if (typeof expiresAt === 'number') return { value, expiresAt }
  } catch {}
}

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
    entry(name, longestMs = MAX_LIFETIME_MS) {
      const key = storagePrefix(options) + name
      let kept: Kept | undefined
      /** The text in the browser's storage that `kept` was read from; null when only memory has it. */
      let text: string | null = null

      const remove = () => {
        kept = undefined
        text = null
        use((storage) => storage.removeItem(key))
      }

      return {
        key,
        get() {
          const found = use((storage) => storage.getItem(key))
          // Others may have written it since. While nobody has, it is parsed once.
          if (found !== text) {
            text = found
            kept = parseKept(found)
          }
          if (!kept) return
          const leftMs = kept.expiresAt - Date.now()
          if (leftMs > 0 && leftMs <= longestMs) return kept.value
        },
        set(value, expiresAt) {
          const next = { value, expiresAt }
          const written = use((storage) => {
            storage.setItem(key, JSON.stringify(next))
            // The browser's own string: comparing two of its own takes no time, whatever their length.
            return storage.getItem(key)
          })
          // An older entry must not outlive this one where the new text does not fit.
          if (written === null) remove()
          kept = next
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
