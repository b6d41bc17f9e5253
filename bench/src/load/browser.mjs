/**
 * One reader's browser on one site: as much of one as session calls need. Tabs keep their session storage over page views; local storage,
 * locks, channels and cookies are the browser's. One tab is seen, the others are hidden.
 */
import { createShared } from './shared.mjs'

// News of another page takes a millisecond.
const NEWS_MS = 1

const LOCATION = Object.assign(new URL('https://www.site.example/'), { assign() {} })

/** Nobody else is told of it. */
const openSessionStorage = () => createShared({ deliver() {} }).storageOf(() => {})

/** The document of a page; nothing in the simulation asks for attributes of a cookie. */
const documentOf = (browser) => ({
  visibilityState: 'hidden',
  get cookie() {
    return browser.cookieText()
  },
  set cookie(text) {
    const [, name, value, maxAge] = /^([^=]*)=([^;]*).*max-age=(\d+)/.exec(text)
    browser.setCookie(name, value, Number(maxAge))
  },
})

/** The window of one page view, with what the browser does to it. */
class Page extends EventTarget {
  location = LOCATION
  console = console
  #browser
  #isLeft = false
  /** What ends its requests. */
  #waiting = new Set()

  constructor(browser, tab) {
    super()
    this.#browser = browser
    this.document = documentOf(browser)
    this.sessionStorage = tab.sessionStorage
    this.localStorage = browser.shared.storageOf((key) => browser.tellOthers(this, key))
    this.navigator = browser.navigator
    this.BroadcastChannel = browser.shared.Channel
    this.clearTimeout = browser.clock.clearTimeout
  }
  setTimeout(run, ms, ...args) {
    return this.#browser.clock.setTimeout(() => this.#isLeft || run(...args), ms)
  }
  // Bound to nothing, as the existing client takes it from its window.
  fetch = (_url, { signal } = {}) =>
    this.#browser.service.ask(this.#browser.isLoggedIn, signal, this.#waiting)

  hear(type, more) {
    this.setTimeout(() => this.dispatchEvent(Object.assign(new Event(type), more)), NEWS_MS)
  }
  turn(isSeen) {
    this.document.visibilityState = isSeen ? 'visible' : 'hidden'
    this.dispatchEvent(new Event('visibilitychange'))
  }
  leave() {
    this.dispatchEvent(new Event('pagehide'))
    this.#isLeft = true
    for (const end of this.#waiting) end()
  }
}

export class Browser {
  #seen
  #cookies = new Map()
  /** Those that have a page. */
  #tabs = new Set()

  constructor(clock, service, isLoggedIn) {
    Object.assign(this, { clock, service, isLoggedIn })
    this.shared = createShared({ deliver: (arrive) => clock.setTimeout(arrive, NEWS_MS) })
    this.navigator = { locks: this.shared.locks }
  }

  setCookie(name, value, seconds) {
    this.#cookies.set(name, { value, endsAt: this.clock.now + seconds * 1000 })
  }
  cookieText() {
    const held = [...this.#cookies].filter(([, { endsAt }]) => endsAt > this.clock.now)
    return held.map(([name, { value }]) => `${name}=${value}`).join('; ')
  }
  /** Tells the other pages of a change of the local storage. */
  tellOthers(page, key) {
    for (const tab of this.#tabs) if (tab.page !== page) tab.page.hear('storage', { key })
  }

  openTab() {
    return { sessionStorage: openSessionStorage(), page: undefined }
  }
  /** Brings a tab to the front: the page of the one before is hidden. */
  show(tab) {
    if (tab === this.#seen) return
    this.#seen?.page?.turn(false)
    this.#seen = tab
    tab.page?.turn(true)
  }
  /** Loads a page into a tab: the page of before is left, and nobody waits for its answers any more. */
  load(tab) {
    this.leave(tab)
    tab.page = new Page(this, tab)
    if (tab === this.#seen) tab.page.turn(true)
    this.#tabs.add(tab)
    return tab.page
  }
  leave(tab) {
    tab.page?.leave()
    tab.page = undefined
    this.#tabs.delete(tab)
  }
}
