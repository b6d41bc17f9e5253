/**
 * The window of a page that is nowhere: it has storage and events, writes down where it is sent, and shows nothing.
 */
import type { BrowserWindow } from '../../core/options.ts'
import type { StubbedFetch } from './stub-fetch.ts'

/** The continue-as widget while it is shown. */
export interface FakeWidget {
  /** The reader continues as the user who is known. */
  continueAs(): Promise<void>
  /** The reader wants to log in as somebody else. */
  logInAsOther(): Promise<void>
  /** The reader closes it. */
  cancel(): Promise<void>
}

/** A window, and what became of it. */
export interface FakeBrowser {
  readonly window: BrowserWindow
  /** Where the page was sent, in order. */
  readonly left: string[]
  /** The addresses of the popups that were opened, in order. */
  readonly popups: string[]
  /** The widget that was shown last. */
  widget: FakeWidget | undefined
  /** The browser is back on the page that it was sent away from. */
  comeBack(): void
}

function fakeStorage(): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  const kept = new Map<string, string>()
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }
}

/** A timer of this length waits for a session to end. No test waits that long. */
const LONG_MS = 30_000

/** The timers of the test, which may be those of a fake clock by now. */
const timers = {
  setTimeout(run: () => void, ms = 0) {
    const timer: number | Pick<NodeJS.Timeout, 'unref'> = globalThis.setTimeout(run, ms)
    // Node would not end before it. A browser gives a number.
    if (ms >= LONG_MS && typeof timer === 'object') timer.unref()
    return timer
  },
  clearTimeout: (timer?: number) => globalThis.clearTimeout(timer),
  setInterval: (run: () => void, ms?: number) => globalThis.setInterval(run, ms),
  clearInterval: (timer?: number) => globalThis.clearInterval(timer),
}

/** The two globals that hash text. Jest's jsdom lacks both: a test there gets those of Node. */
function hashing(): Partial<Pick<typeof globalThis, 'crypto' | 'TextEncoder'>> {
  const { crypto, TextEncoder, process } = globalThis as Partial<typeof globalThis>
  const isWhole = crypto?.subtle && TextEncoder
  // A browser has no process.
  if (isWhole || !process?.getBuiltinModule) return { crypto, TextEncoder }
  const { webcrypto } = process.getBuiltinModule('node:crypto')
  return { crypto: webcrypto as Crypto, TextEncoder: process.getBuiltinModule('node:util').TextEncoder }
}

/** Opens a page. @param url its address */
export function fakeBrowser(url: string, fetch: StubbedFetch): FakeBrowser {
  const { href, origin, hostname, protocol, search } = new URL(url)
  const left: string[] = []
  const popups: string[] = []

  const open = (to: string) => {
    popups.push(to)
    const popup = {
      closed: false,
      close() {
        popup.closed = true
      },
      focus() {},
      location: {
        // As of every page of another origin.
        get href(): never {
          throw new Error('The login page is of another origin')
        },
      },
    }
    return popup
  }

  const openSimplifiedLoginWidget = (_: object, ...callbacks: (() => Promise<void>)[]) => {
    const [continueAs, logInAsOther, opened, cancel] = callbacks as [
      FakeWidget['continueAs'],
      FakeWidget['logInAsOther'],
      () => Promise<void>,
      FakeWidget['cancel'],
    ]
    browser.widget = { continueAs, logInAsOther, cancel }
    opened()
  }

  // Its own target: a listener is told by which window it is called.
  const window = Object.assign(new globalThis.EventTarget(), timers, {
    fetch,
    open,
    openSimplifiedLoginWidget,
    location: { href, origin, hostname, protocol, search, assign: (to: string) => void left.push(to) },
    document: { visibilityState: 'visible', hidden: false, hasFocus: () => true },
    navigator: {},
    screen: { width: 1024, height: 768 },
    sessionStorage: fakeStorage(),
    localStorage: fakeStorage(),
    // What a listener of the page throws fails the test.
    reportError: (error: unknown) =>
      globalThis.queueMicrotask(() => {
        throw error
      }),
    ...hashing(),
    // Findings about pages would be about this one.
    porticoFindings: 'off',
  })

  const browser: FakeBrowser = {
    // The rest of a window is not there: the library goes on without it. It leaves a page by `location.assign`, and in no other way.
    window: window as unknown as BrowserWindow,
    left,
    popups,
    widget: undefined,
    comeBack() {
      for (const type of ['pagehide', 'pageshow']) {
        const event = new globalThis.Event(type)
        // Node knows the target for the first listener alone.
        Object.defineProperties(event, { currentTarget: { value: window }, persisted: { value: true } })
        window.dispatchEvent(event)
      }
    },
  }
  return browser
}
