/**
 * The windows of one reader's browser: as much of one as session calls need. Tabs keep their session storage over page
 * views; local storage, locks and channels are the browser's. One tab is seen, the others are hidden.
 */
import { createShared } from './shared.mjs'

/** Without a proxy, since pages read it more often than anything else: what was not written as text is read as text. */
class VirtualStorage {
  getItem(key) {
    return Object.hasOwn(this, key) ? `${this[key]}` : null
  }
  setItem(key, value) {
    this[key] = `${value}`
  }
  removeItem(key) {
    delete this[key]
  }
}

/** The document of one page view; its cookies are the browser's. Nothing else of the crowd asks for attributes. */
class VirtualDocument {
  visibilityState = 'hidden'
  #browser
  constructor(browser) {
    this.#browser = browser
  }
  get cookie() {
    return this.#browser.cookieText()
  }
  set cookie(text) {
    const [, name, value, maxAge] = /^([^=]*)=([^;]*).*max-age=(\d+)/.exec(text)
    this.#browser.setCookie(name, value, Number(maxAge))
  }
}

const LOCATION = {
  href: 'https://www.site.example/',
  hostname: 'www.site.example',
  protocol: 'https:',
  assign() {},
}

/** The window of one page view. */
class VirtualWindow {
  location = LOCATION
  console = console
  #clock
  #service
  #listeners = {}
  /** The page's requests; each is ended when the page is left. */
  #page = { isLeft: false, waiting: new Set() }

  constructor(browser, tab, service) {
    this.#clock = browser.clock
    this.#service = service
    this.document = new VirtualDocument(browser)
    this.sessionStorage = tab.sessionStorage
    this.localStorage = browser.shared.storageOf((key) => browser.tellOthers(this, key))
    this.navigator = browser.navigator
    this.BroadcastChannel = browser.shared.Channel
    this.clearTimeout = browser.clock.clearTimeout
  }
  setTimeout(run, ms, ...args) {
    return this.#clock.setTimeout(() => this.#page.isLeft || run(...args), ms)
  }
  addEventListener(type, listener) {
    this.#listeners[type] ??= []
    this.#listeners[type].push(listener)
  }
  removeEventListener() {}
  // Bound to nothing, as the existing client takes it from its window.
  fetch = (url, { signal } = {}) => this.#service.ask(url, signal, this.#page)

  static #dispatch(window, type, event = {}) {
    for (const listener of window.#listeners[type] ?? []) listener(event)
  }
  /** Dispatches an event that comes from another process of the browser. */
  static tell(window, type, event) {
    if (window.#listeners[type]) window.setTimeout(() => VirtualWindow.#dispatch(window, type, event), 1)
  }
  static turn(window, isSeen) {
    window.document.visibilityState = isSeen ? 'visible' : 'hidden'
    VirtualWindow.#dispatch(window, 'visibilitychange')
  }
  static leave(window) {
    VirtualWindow.#dispatch(window, 'pagehide')
    window.#page.isLeft = true
    for (const end of window.#page.waiting) end()
  }
}

/** One reader's browser on one site. */
export class Browser {
  /** Those that have a page. */
  tabs = new Set()
  #seen
  #cookies = new Map()

  constructor(clock) {
    this.clock = clock
    // A message takes a millisecond.
    this.shared = createShared({ deliver: (arrive) => clock.setTimeout(arrive, 1) })
    this.navigator = { locks: this.shared.locks }
  }

  setCookie(name, value, seconds) {
    this.#cookies.set(name, { value, endsAt: this.clock.now + seconds * 1000 })
  }

  cookieText() {
    const held = [...this.#cookies].filter(([, { endsAt }]) => endsAt > this.clock.now)
    return held.map(([name, { value }]) => `${name}=${value}`).join('; ')
  }

  /** Tells the other windows of a change of the local storage. */
  tellOthers(window, key) {
    for (const tab of this.tabs) if (tab.window !== window) VirtualWindow.tell(tab.window, 'storage', { key })
  }

  openTab() {
    return { sessionStorage: new VirtualStorage(), window: undefined }
  }

  /** Brings a tab to the front: the page of the one before is hidden. */
  show(tab) {
    const before = this.#seen
    this.#seen = tab
    if (before === tab) return
    if (before?.window) VirtualWindow.turn(before.window, false)
    if (tab.window) VirtualWindow.turn(tab.window, true)
  }

  /** Loads a page into a tab: the page of before is left, and nobody waits for its answers any more. */
  load(tab, service) {
    this.leave(tab)
    tab.window = new VirtualWindow(this, tab, service)
    if (tab === this.#seen) VirtualWindow.turn(tab.window, true)
    this.tabs.add(tab)
    return tab.window
  }

  leave(tab) {
    if (tab.window) VirtualWindow.leave(tab.window)
    tab.window = undefined
    this.tabs.delete(tab)
  }
}
