/**
 * The windows of one reader's browser: as much of one as session calls need. Tabs keep their session storage over page
 * views; local storage, locks and channels are the browser's.
 */

class VirtualStorage {
  getItem(key) {
    return Object.hasOwn(this, key) ? this[key] : null
  }
  setItem(key, value) {
    this[key] = `${value}`
  }
  removeItem(key) {
    delete this[key]
  }
}

// Text alone, whoever writes it and how.
const openStorage = () =>
  new Proxy(new VirtualStorage(), { set: (storage, key, value) => Reflect.set(storage, key, `${value}`) })

/** Locks as of the Web Locks API: one holder, others wait in order, `ifAvailable` and `steal`. */
function createLocks() {
  const held = new Map()
  const grant = async (name, callback, resolve, reject) => {
    const holder = { reject, waiting: [] }
    held.set(name, holder)
    try {
      resolve(await callback({ name }))
    } catch (error) {
      reject(error)
    } finally {
      if (held.get(name) === holder) {
        held.delete(name)
        holder.waiting.shift()?.(holder.waiting)
      }
    }
  }
  return {
    request(name, options, callback = options) {
      return new Promise((resolve, reject) => {
        const holder = held.get(name)
        if (!holder) return void grant(name, callback, resolve, reject)
        if (options.ifAvailable) return void Promise.resolve(callback(null)).then(resolve, reject)
        if (options.steal) {
          holder.reject(new DOMException('The lock was stolen.', 'AbortError'))
          return void grant(name, callback, resolve, reject)
        }
        holder.waiting.push((waiting) => {
          grant(name, callback, resolve, reject)
          held.get(name).waiting.push(...waiting)
        })
      })
    },
  }
}

/** One reader's browser on one site. */
export function createBrowser(clock) {
  const localStorage = openStorage()
  const locks = createLocks()
  const channels = new Map()

  class VirtualChannel {
    constructor(name) {
      this.peers = channels.get(name) ?? new Set()
      channels.set(name, this.peers.add(this))
    }
    postMessage(data) {
      for (const peer of this.peers)
        if (peer !== this) clock.setTimeout(() => this.peers.has(peer) && peer.onmessage?.({ data }), 1)
    }
    close() {
      this.peers.delete(this)
    }
  }

  const openTab = () => ({ sessionStorage: openStorage(), window: undefined })

  /** Loads a page into a tab: the page of before is left, and nobody waits for its answers any more. */
  const load = (tab, service) => {
    leave(tab)
    const listeners = {}
    /** The page's requests; each is ended when the page is left. */
    const page = { isLeft: false, waiting: new Set() }
    const window = {
      location: {
        href: 'https://www.site.example/',
        hostname: 'www.site.example',
        protocol: 'https:',
        assign() {},
      },
      sessionStorage: tab.sessionStorage,
      localStorage,
      navigator: { locks },
      BroadcastChannel: VirtualChannel,
      AbortController,
      console,
      setTimeout: (run, ...more) => clock.setTimeout(() => page.isLeft || run(...more.slice(1)), more[0]),
      clearTimeout: clock.clearTimeout,
      addEventListener(type, listener) {
        listeners[type] ??= []
        listeners[type].push(listener)
      },
      removeEventListener() {},
      fetch: (url, { signal } = {}) => service.ask(url, signal, page),
    }
    tab.window = window
    tab.leave = () => {
      for (const listener of listeners.pagehide ?? []) listener({})
      page.isLeft = true
      for (const end of page.waiting) end()
    }
    return window
  }
  const leave = (tab) => {
    tab.leave?.()
    tab.leave = tab.window = undefined
  }
  return { openTab, load, leave }
}
