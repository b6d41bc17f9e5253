/**
 * The lock of the tabs: hidden ones queue for one lock of the browser, so that one of them asks for all.
 */
import type { BrowserWindow } from '../../core/options.ts'

// What stands in for a browser's locks may never answer, and a tab that has the lock may be frozen. A request takes eight seconds at most.
const LONGEST_WAIT_MS = 8500

export interface TabLock {
  /** Waits for the lock. It comes at once where there are no locks, and in any case after eight seconds and a half. */
  acquire(): Promise<void>
  /**
   * Releases the lock, or ends the waiting for it. A browser does not let a page that holds a lock into the back/forward cache, or throws it out
   * as soon as another page asks about the lock.
   */
  release(): void
}

/** Makes the lock as one tab sees it. @param name is that of the lock */
export function createTabLock(window: BrowserWindow, name: string): TabLock {
  let end = () => {}

  return {
    release: () => end(),
    acquire: () =>
      new Promise((begin) => {
        end()
        const controller = new AbortController()
        const timer = window.setTimeout(begin, LONGEST_WAIT_MS)
        const hasEnded = new Promise<void>((release) => {
          end = () => {
            window.clearTimeout(timer)
            controller.abort()
            release()
            begin()
          }
        })
        const hold = () => {
          window.clearTimeout(timer)
          begin()
          return hasEnded
        }
        // Pages that are not secure have no locks, and one without an origin of its own may not ask for one.
        const ask = async () => window.navigator.locks.request(name, { signal: controller.signal }, hold)
        ask().catch(begin)
      }),
  }
}
