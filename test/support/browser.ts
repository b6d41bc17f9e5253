/** A browser for unit tests: tabs of one origin, that share local storage, broadcast channels and locks. */
import { createShared } from '../../bench/src/load/shared.mjs'
import { closePages, openPage, type Page } from './page.ts'

export interface Browser {
  /** What stands in the local storage. */
  readonly storage: Record<string, string>
  /** The names of the locks that are held. */
  readonly locks: ReadonlySet<string>
  /** The names of the channels that are open. */
  channels: string[]
  /** Messages so far, whoever posted them. */
  messages: unknown[]
  /** How a message reaches another tab: as soon as news of the storage do, unless a test says otherwise. */
  deliver(arrival: () => void): void
  /** Takes away what stands in the local storage, of which no tab is told. */
  clear(): void
  /** Opens a tab. */
  tab(): Page
  /** Forgets its tabs, and closes all pages of the test. */
  close(): Promise<void>
}

export function openBrowser(): Browser {
  const pages: Page[] = []
  const messages: unknown[] = []
  const shared = createShared({ deliver: (arrive) => browser.deliver(arrive) })

  class Channel extends shared.Channel {
    override postMessage(message: unknown) {
      messages.push(structuredClone(message))
      super.postMessage(message)
    }
  }

  const browser: Browser = {
    storage: shared.items,
    locks: shared.locks.held,
    messages,
    deliver: queueMicrotask,
    get channels() {
      return [...shared.channels].map(({ name }) => name)
    },
    clear() {
      for (const key of Object.keys(shared.items)) delete shared.items[key]
    },
    tab() {
      const page = openPage()
      const { window } = page
      pages.push(page)
      const localStorage = shared.storageOf((key) => {
        for (const other of pages)
          if (other !== page)
            queueMicrotask(() =>
              other.window.dispatchEvent(new other.window.StorageEvent('storage', { key })),
            )
      })
      const own = { localStorage, BroadcastChannel: Channel, setTimeout, clearTimeout }
      for (const [name, value] of Object.entries(own))
        Object.defineProperty(window, name, { value, configurable: true, writable: true })
      Object.defineProperty(window.navigator, 'locks', { value: shared.locks, configurable: true })
      return page
    },
    close() {
      pages.length = 0
      return closePages()
    },
  }
  return browser
}
