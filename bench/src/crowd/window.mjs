/**
 * The windows of one reader's browser: as much of one as session calls need. Tabs keep their session storage over page
 * views; local storage, locks and channels are the browser's. One tab is seen, the others are hidden.
 */

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

/**
 * The browser's local storage, as one of its windows has it: a script may read an entry by its name.
 *
 * @param {object} items the entries, which all windows share
 * @param {(key: string) => void} tell is called with what has changed
 */
const sharedStorage = (items, tell) =>
  Object.assign(Object.create(items), {
    getItem: (key) => (Object.hasOwn(items, key) ? items[key] : null),
    setItem(key, value) {
      if (items[key] === `${value}`) return
      items[key] = `${value}`
      tell(key)
    },
    removeItem(key) {
      if (!Object.hasOwn(items, key)) return
      delete items[key]
      tell(key)
    },
  })

/** Locks as of the Web Locks API: one holder, others wait in order, `ifAvailable` and `steal`. */
class VirtualLocks {
  #held = new Map()

  async #grant(name, callback, resolve, reject) {
    const holder = { reject, waiting: [] }
    this.#held.set(name, holder)
    try {
      resolve(await callback({ name }))
    } catch (error) {
      reject(error)
    } finally {
      if (this.#held.get(name) === holder) {
        this.#held.delete(name)
        holder.waiting.shift()?.(holder.waiting)
      }
    }
  }

  async request(name, options, callback = options) {
    // As in a browser, no callback is called before whoever asks has gone on.
    await null
    return new Promise((resolve, reject) => {
      const holder = this.#held.get(name)
      if (!holder) return void this.#grant(name, callback, resolve, reject)
      if (options.ifAvailable) return void Promise.resolve(callback(null)).then(resolve, reject)
      if (options.steal) {
        holder.reject(new DOMException('The lock was stolen.', 'AbortError'))
        return void this.#grant(name, callback, resolve, reject)
      }
      holder.waiting.push((waiting) => {
        this.#grant(name, callback, resolve, reject)
        this.#held.get(name).waiting.push(...waiting)
      })
    })
  }
}

/** A channel of one browser, whose peers are in the map; a message takes a millisecond. */
class VirtualChannel {
  constructor(clock, channels, name) {
    this.clock = clock
    this.peers = channels.get(name) ?? new Set()
    channels.set(name, this.peers.add(this))
  }
  postMessage(data) {
    for (const peer of this.peers)
      if (peer !== this) this.clock.setTimeout(() => this.peers.has(peer) && peer.onmessage?.({ data }), 1)
  }
  close() {
    this.peers.delete(this)
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
  document = { visibilityState: 'hidden' }
  #clock
  #service
  #listeners = {}
  /** The page's requests; each is ended when the page is left. */
  #page = { isLeft: false, waiting: new Set() }

  constructor(browser, tab, service) {
    this.#clock = browser.clock
    this.#service = service
    this.sessionStorage = tab.sessionStorage
    this.localStorage = sharedStorage(browser.items, (key) => browser.tellOthers(this, key))
    this.navigator = browser.navigator
    this.BroadcastChannel = browser.BroadcastChannel
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
  /** What is in its local storage. */
  items = {}
  navigator = { locks: new VirtualLocks() }
  /** Those that have a page. */
  tabs = new Set()
  #seen

  constructor(clock) {
    this.clock = clock
    const channels = new Map()
    this.BroadcastChannel = VirtualChannel.bind(undefined, clock, channels)
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
