/**
 * A browser for unit tests: tabs of one origin, that share local storage, broadcast channels and locks. What they share
 * is made here, since happy-dom has no locks and its pages share nothing; each as the standards have it, and no more.
 */
import { closePages, openPage, type Page } from './page.ts'

type LockCallback = (lock: object | null) => unknown

export interface Browser {
  /** What stands in the local storage. */
  storage: Map<string, string>
  /** The names of the locks that are held. */
  locks: Set<string>
  /** The names of the channels that are open. */
  channels: string[]
  /** Messages so far, whoever posted them. */
  messages: unknown[]
  /** How a message reaches another tab: as soon as news of the storage do, unless a test says otherwise. */
  deliver(arrival: () => void): void
  /** Opens a tab. */
  tab(): Page
  /** Forgets its tabs, and closes all pages of the test. */
  close(): Promise<void>
}

export function openBrowser(): Browser {
  const storage = new Map<string, string>()
  const locks = new Set<string>()
  const pages: Page[] = []
  const channels = new Set<Channel>()
  const messages: unknown[] = []

  class Channel {
    onmessage: ((event: { data: unknown }) => void) | null = null
    readonly name: string
    constructor(name: string) {
      this.name = name
      channels.add(this)
    }
    postMessage(message: unknown) {
      const data = structuredClone(message)
      messages.push(data)
      for (const other of channels)
        if (other !== this && other.name === this.name)
          browser.deliver(() => channels.has(other) && other.onmessage?.({ data }))
    }
    close() {
      channels.delete(this)
    }
  }

  /** Who waits for a lock that is held, in the order in which they came. */
  const waiting: { name: string; begin: () => void }[] = []

  const lockManager = {
    async request(name: string, { signal }: { signal?: AbortSignal }, callback: LockCallback) {
      await null
      signal?.throwIfAborted()
      if (locks.has(name))
        await new Promise<void>((begin, giveUp) => {
          const one = { name, begin }
          waiting.push(one)
          signal?.addEventListener('abort', () => {
            const place = waiting.indexOf(one)
            if (place < 0) return
            waiting.splice(place, 1)
            giveUp(signal.reason)
          })
        })
      locks.add(name)
      try {
        return await callback({ name })
      } finally {
        const next = waiting.findIndex((one) => one.name === name)
        // Whoever comes next has it at once: nobody else may take it in between.
        if (next < 0) locks.delete(name)
        else waiting.splice(next, 1)[0]?.begin()
      }
    },
  }

  const browser: Browser = {
    storage,
    locks,
    messages,
    deliver: queueMicrotask,
    get channels() {
      return [...channels].map(({ name }) => name)
    },
    tab() {
      const page = openPage()
      const { window } = page
      pages.push(page)
      const tellOthers = (key: string) => {
        for (const other of pages)
          if (other !== page)
            queueMicrotask(() =>
              other.window.dispatchEvent(new other.window.StorageEvent('storage', { key })),
            )
      }
      const localStorage = {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem(key: string, value: string) {
          if (storage.get(key) === value) return
          storage.set(key, value)
          tellOthers(key)
        },
        removeItem(key: string) {
          if (storage.delete(key)) tellOthers(key)
        },
      }
      for (const [name, value] of Object.entries({
        localStorage,
        BroadcastChannel: Channel,
        setTimeout,
        clearTimeout,
      }))
        Object.defineProperty(window, name, { value, configurable: true, writable: true })
      Object.defineProperty(window.navigator, 'locks', { value: lockManager, configurable: true })
      return page
    },
    close() {
      pages.length = 0
      return closePages()
    },
  }
  return browser
}
