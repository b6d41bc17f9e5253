/**
 * What a page of a soak is before its head asks: its clock is one that the soak sets ahead, the soak says whether somebody sees it, some
 * pages are denied storage, and session calls are counted.
 */

/** Timers of at least this length go by the soak's clock alone, so that they go off in the same step each time. */
const LONG_MS = 1600
/** After a broken connection the library waits for this long at least, and tries again. Here it waits for a tenth. */
const BREAK_MS = 300
const QUIET_MS = 1000
const STORAGE = ['sessionStorage', 'localStorage', 'BroadcastChannel']
const { setTimeout: wait, clearTimeout: stop, fetch } = window
const rest = (ms = 0) => new Promise((resolve) => wait(resolve, ms))

/** Throws, as storage does where it is denied. */
function denied(): never {
  throw new DOMException('denied', 'SecurityError')
}

export class PageClock {
  #aheadMs = Reflect.get(window, 'ahead') as number
  #requests = 0
  // Browsers under automation show every page.
  #isHidden: boolean = location.pathname === '/hidden'
  readonly #onTheirWay = new Set<Promise<unknown>>()
  /** The pauses before a request is tried again, which are under way. */
  readonly #soon = new Set<number>()
  /** What is due at which moment of the soak's clock. */
  readonly #timers = new Map<number, { dueAt: number; run: () => void }>()

  constructor() {
    this.#setClock()
    this.#countRequests()
    if (location.pathname === '/denied')
      for (const name of STORAGE) Object.defineProperty(window, name, { get: denied })
    Object.defineProperty(Document.prototype, 'visibilityState', {
      get: () => (this.#isHidden ? 'hidden' : 'visible'),
    })
  }

  #setClock(): void {
    const now = Date.now.bind(Date)
    const elapsed = performance.now.bind(performance)
    const aheadAtFirst = this.#aheadMs
    Date.now = () => now() + this.#aheadMs
    performance.now = () => elapsed() + this.#aheadMs - aheadAtFirst
    let last = 0
    window.setTimeout = ((run: () => void, ms = 0) => {
      if (ms < BREAK_MS) return wait(run, ms)
      if (ms < LONG_MS) {
        const soon = wait(() => {
          this.#soon.delete(soon)
          run()
        }, ms / 10)
        this.#soon.add(soon)
        return soon
      }
      this.#timers.set(--last, { dueAt: Date.now() + ms, run })
      return last
    }) as typeof setTimeout
    window.clearTimeout = (id) => {
      if (this.#timers.delete(id as number)) return
      this.#soon.delete(id as number)
      stop(id)
    }
  }

  #countRequests(): void {
    window.fetch = (...asked) => {
      const answer = fetch(...asked)
      if (!new Request(...asked).url.includes('/v2/session?')) return answer
      this.#requests++
      // The page reads the body, and goes by it.
      const ended = answer.then((response) => response.clone().arrayBuffer()).then(() => rest())
      const end = () => void this.#onTheirWay.delete(ended)
      this.#onTheirWay.add(ended)
      ended.then(end, end)
      return answer
    }
  }

  /** The soak's clock is so many milliseconds ahead of the browser's: what is due by then happens. */
  async jump(aheadMs: number): Promise<void> {
    this.#aheadMs = aheadMs
    const timers = [...this.#timers].sort(([, one], [, other]) => one.dueAt - other.dueAt)
    for (const [id, { dueAt, run }] of timers) if (dueAt <= Date.now() && this.#timers.delete(id)) run()
    await this.isQuiet()
  }

  hide(isHidden: boolean): void {
    this.#isHidden = isHidden
    dispatchEvent(new Event('visibilitychange'))
  }

  /** How many session calls the page has made. */
  requests(): number {
    return this.#requests
  }

  /** Waits until no session call is on its way or about to be tried again, or for a second: one may be held back. */
  async isQuiet(): Promise<void> {
    const quiet = async () => {
      for (await rest(); this.#onTheirWay.size || this.#soon.size; await rest())
        await Promise.allSettled(this.#onTheirWay)
    }
    await Promise.race([quiet(), rest(QUIET_MS)])
  }
}
