/**
 * One reader's browser on one site: as much of one as session calls need. Tabs keep their session storage over page views; local storage,
 * locks, channels and cookies are the browser's. One tab is visible, the others are hidden.
 */
import { createShared } from './shared.mjs'

// News of another page takes a millisecond.
const NEWS_MS = 1

const LOCATION = Object.assign(new URL('https://www.site.example/'), { assign() {} })

// What fetch rejects with; one for all, since a stack for each would take most of the time.
const ABORTED = new DOMException('The request was aborted.', 'AbortError')

/** The window of one page view, with what the browser does to it. */
class Page extends EventTarget {
  location = LOCATION
  console = console
  #browser
  #left = new AbortController()

  constructor(browser, tab) {
    super()
    this.#browser = browser
    this.document = {
      visibilityState: 'hidden',
      get cookie() {
        return browser.cookie
      },
      set cookie(text) {
        browser.cookie = text
      },
    }
    this.sessionStorage = tab.sessionStorage
    this.localStorage = browser.shared.storageOf((key) => {
      for (const other of browser.pages) if (other !== this) other.hear(key)
    })
    this.navigator = { locks: browser.shared.locks }
    this.BroadcastChannel = browser.shared.Channel
    this.clearTimeout = browser.clock.clearTimeout
  }
  setTimeout(run, ms, ...args) {
    return this.#browser.clock.setTimeout(() => this.#left.signal.aborted || run(...args), ms)
  }
  // Bound to nothing, as the account-sdk-browser takes it from its window.
  fetch = (_url, { signal = this.#left.signal } = {}) =>
    new Promise((resolve, reject) => {
      let isGone = false
      const abort = () => {
        isGone = true
        reject(ABORTED)
      }
      for (const end of [signal, this.#left.signal]) end.addEventListener('abort', abort)
      this.#browser.service.ask(this.#browser.isLoggedIn, { isGone: () => isGone, resolve, reject })
    })

  /** Hears that another page has changed the local storage. */
  hear(key) {
    const event = Object.assign(new Event('storage'), { key })
    this.setTimeout(() => this.dispatchEvent(event), NEWS_MS)
  }
  turn(isVisible) {
    this.document.visibilityState = isVisible ? 'visible' : 'hidden'
    this.dispatchEvent(new Event('visibilitychange'))
  }
  leave() {
    this.dispatchEvent(new Event('pagehide'))
    this.#left.abort()
  }
}

export class Browser {
  /** The tab in front. */
  #visible
  #cookies = new Map()
  pages = new Set()

  constructor(clock, service, isLoggedIn) {
    Object.assign(this, { clock, service, isLoggedIn })
    this.shared = createShared({ deliver: (arrive) => clock.setTimeout(arrive, NEWS_MS) })
  }

  get cookie() {
    const held = [...this.#cookies].filter(([, { endsAt }]) => endsAt > this.clock.now)
    return held.map(([name, { value }]) => `${name}=${value}`).join('; ')
  }
  set cookie(text) {
    const [, name, value, maxAge] = /^([^=]*)=([^;]*).*max-age=(\d+)/.exec(text)
    this.#cookies.set(name, { value, endsAt: this.clock.now + maxAge * 1000 })
  }

  openTab() {
    // Nobody else is told of what a tab stores for itself.
    return { sessionStorage: createShared({}).storageOf(() => {}), page: undefined }
  }
  /** Brings a tab to the front: the page of the one before is hidden. */
  show(tab) {
    if (tab === this.#visible) return
    this.#visible?.page?.turn(false)
    this.#visible = tab
    tab.page?.turn(true)
  }
  /** Loads a page into a tab: the page of before is left, and nobody waits for its answers any more. */
  load(tab) {
    this.leave(tab)
    tab.page = new Page(this, tab)
    if (tab === this.#visible) tab.page.turn(true)
    this.pages.add(tab.page)
    return tab.page
  }
  leave(tab) {
    tab.page?.leave()
    this.pages.delete(tab.page)
    tab.page = undefined
  }
}
