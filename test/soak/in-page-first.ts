/**
 * Runs first in each page of a soak, before its head asks: a clock that the soak sets ahead, whether somebody sees the page, what some
 * pages are denied, and a count of session calls.
 */

/** What the soak's own script of a page goes by. */
export interface First {
  /** The soak's clock is so many milliseconds ahead of the browser's: what is due by then happens. */
  jump(ahead: number): Promise<void>
  hide(isHidden: boolean): void
  /** How many session calls the page has made. */
  requests(): number
  /** Waits until no session call is on its way, or for a second: one may be held back. */
  isQuiet(): Promise<unknown>
}

/** Timers of at least this length go by the soak's clock alone, so that they go off in the same step each time. */
const LONG_MS = 1600
/** After a broken connection the library waits for this long at least, and tries again. Here it waits for a tenth. */
const BREAK_MS = 300
const QUIET_MS = 1000
const given = window as unknown as { ahead: number; soakFirst: First }
const { pathname } = location
const { setTimeout: wait, clearTimeout: stop, fetch } = window
const rest = (ms = 0) => new Promise((resolve) => wait(resolve, ms))

/** What is due at which moment of the soak's clock. */
const timers = new Map<number, { dueAt: number; run: () => void }>()

function setClock(): void {
  const now = Date.now.bind(Date)
  const elapsed = performance.now.bind(performance)
  const aheadAtFirst = given.ahead
  Date.now = () => now() + given.ahead
  performance.now = () => elapsed() + given.ahead - aheadAtFirst
  let last = 0
  window.setTimeout = ((run: () => void, ms = 0, ...more: unknown[]) => {
    if (ms < LONG_MS) return wait(run, ms < BREAK_MS ? ms : ms / 10, ...more)
    timers.set(--last, { dueAt: Date.now() + ms, run })
    return last
  }) as typeof setTimeout
  window.clearTimeout = (id) => {
    if (!timers.delete(id as number)) stop(id)
  }
}

let requests = 0
const onTheirWay = new Set<Promise<unknown>>()

function countRequests(): void {
  window.fetch = (...asked) => {
    const answer = fetch(...asked)
    if (!new Request(...asked).url.includes('/v2/session?')) return answer
    requests++
    // The page reads the body, and goes by it.
    const ended = answer.then((response) => response.clone().arrayBuffer()).then(() => rest())
    const end = () => void onTheirWay.delete(ended)
    onTheirWay.add(ended)
    ended.then(end, end)
    return answer
  }
}

async function quiet(): Promise<void> {
  for (await rest(); onTheirWay.size; await rest()) await Promise.allSettled(onTheirWay)
}

const isQuiet = () => Promise.race([quiet(), rest(QUIET_MS)])

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
  countRequests()
  if (pathname === '/denied') deny('sessionStorage')
  if (pathname === '/denied' || pathname === '/alone')
    for (const name of ['localStorage', 'BroadcastChannel']) deny(name)
  // Browsers under automation show every page.
  let isHidden = pathname === '/hidden'
  Object.defineProperty(Document.prototype, 'visibilityState', {
    get: () => (isHidden ? 'hidden' : 'visible'),
  })
  given.soakFirst = {
    async jump(ahead) {
      given.ahead = ahead
      for (const [id, { dueAt, run }] of [...timers].sort(([, one], [, other]) => one.dueAt - other.dueAt))
        if (dueAt <= Date.now() && timers.delete(id)) run()
      await isQuiet()
    },
    hide(hidden) {
      isHidden = hidden
      dispatchEvent(new Event('visibilitychange'))
    },
    requests: () => requests,
    isQuiet,
  }
}
