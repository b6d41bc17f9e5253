/**
 * Runs first in each page of a soak, before its head asks: a clock that the soak sets ahead, whether somebody sees the page, and what some
 * pages are denied.
 */

/** What the soak's own script of a page goes by. */
export interface First {
  /** The soak's clock is so many milliseconds ahead of the browser's: what is due by then happens. */
  jump(ahead: number): void
  hide(isHidden: boolean): void
}

/** Timers of at least this length go by the soak's clock alone, so that they go off in the same step each time. */
const LONG_MS = 1600
/** After a broken connection the library waits for this long at least, and tries again. Here it waits for a tenth. */
const BREAK_MS = 300
const given = window as unknown as { ahead: number; soakFirst: First }
const { pathname } = location

function setClock(): void {
  const now = Date.now.bind(Date)
  const elapsed = performance.now.bind(performance)
  const aheadAtFirst = given.ahead
  Date.now = () => now() + given.ahead
  performance.now = () => elapsed() + given.ahead - aheadAtFirst

  const timers = new Map<number, { dueAt: number; run: () => void }>()
  const { setTimeout: wait, clearTimeout: stop } = window
  let last = 0
  window.setTimeout = ((run: () => void, ms = 0, ...more: unknown[]) => {
    if (ms < LONG_MS) return wait(run, ms < BREAK_MS ? ms : ms / 10, ...more)
    timers.set(--last, { dueAt: Date.now() + ms, run })
    return last
  }) as typeof setTimeout
  window.clearTimeout = (id) => {
    if (!timers.delete(id as number)) stop(id)
  }

  // Browsers under automation show every page.
  let isHidden = pathname === '/hidden'
  Object.defineProperty(Document.prototype, 'visibilityState', {
    get: () => (isHidden ? 'hidden' : 'visible'),
  })

  given.soakFirst = {
    jump(ahead) {
      given.ahead = ahead
      for (const [id, { dueAt, run }] of [...timers].sort(([, one], [, other]) => one.dueAt - other.dueAt))
        if (dueAt <= Date.now() && timers.delete(id)) run()
    },
    hide(hidden) {
      isHidden = hidden
      dispatchEvent(new Event('visibilitychange'))
    },
  }
}

function deny(name: string): void {
  Object.defineProperty(window, name, {
    get() {
      throw new DOMException('denied', 'SecurityError')
    },
  })
}

/** Makes the page one of a soak. */
export function begin(): void {
  setClock()
  if (pathname === '/denied') deny('sessionStorage')
  if (pathname === '/denied' || pathname === '/alone')
    for (const name of ['localStorage', 'BroadcastChannel']) deny(name)
}
