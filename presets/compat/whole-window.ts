/**
 * A window of few members, as sites' unit tests make one of a `location`. That client takes little more than this from the option, and
 * the rest from the global in any case.
 */
import type { BrowserWindow } from '../../core/options.ts'

/** What the global does not lend: a test must not find what the one before has kept, hear its events, leave by its page, or open popups. */
const KEPT_BACK = /Storage|Event|Channel|^(location|open)$/

/** The window itself, where it is that of a page; else a stand-in, which has the members of the global that the window lacks. */
export function wholeWindow(given: Partial<BrowserWindow>): BrowserWindow {
  const window = given as BrowserWindow
  if (given.fetch && given.Document) return window
  return new Proxy(window, {
    // Looked up each time: a test replaces members of both.
    get(target, name) {
      const own: unknown = Reflect.get(target, name)
      if (own !== undefined || KEPT_BACK.test(String(name))) return own
      const lent: unknown = Reflect.get(globalThis, name)
      // A browser's functions want to be called on the global. Classes, which have capitals, have members of their own.
      return typeof lent === 'function' && /^[a-z]/.test(String(name)) ? lent.bind(globalThis) : lent
    },
  })
}
