/**
 * What a browser and a session service are to the library, played within one page: nothing leaves it. Two tabs share one
 * service and one storage of the site, as they do in a browser.
 */
import type { IdentityOptions } from '../../../../presets/identity.ts'

type BrowserWindow = Window & typeof globalThis

/** What goes wrong with the service. */
export type Fault = 'none' | 'down' | 'busy' | 'broken'

/** One line of the timeline. */
export interface Line {
  readonly tab: string
  readonly text: string
}

const SESSION_DOMAIN = 'https://id.site.example'
const PAGE = 'https://www.site.example/'
const USER = {
  userId: 12345,
  uuid: '6b0c24e3-0000-4000-8000-000000000001',
  givenName: 'Ingrid',
  displayName: 'Ingrid',
}

/** Of its own for each page view: tabs of the reader's browser that show this page too do not hear each other. */
const clientId = `harbour-post-${Math.random().toString(36).slice(2, 8)}`

/** What each identity is constructed with. */
export const OPTIONS: Pick<IdentityOptions, 'clientId' | 'sessionDomain' | 'redirectUri' | 'env'> = {
  clientId,
  sessionDomain: SESSION_DOMAIN,
  redirectUri: PAGE,
  env: 'PRE',
}

/** A storage, as a page has it. */
function createStorage(
  items: Record<string, string> = {},
  onWrite: (key: string) => void = () => {},
): Storage {
  const write = (key: string, value: unknown): void => {
    items[key] = `${value}`
    onWrite(key)
  }
  const methods = {
    getItem: (key: string) => items[key] ?? null,
    setItem: write,
    removeItem: (key: string) => void delete items[key],
    clear: () => {
      for (const key of Object.keys(items)) delete items[key]
    },
    key: (index: number) => Object.keys(items)[index] ?? null,
  }
  return new Proxy(items, {
    get: (_, key) =>
      key === 'length' ? Object.keys(items).length : Reflect.get(key in methods ? methods : items, key),
    set: (_, key, value) => {
      write(String(key), value)
      return true
    },
  }) as unknown as Storage
}

/** The service and the browser around the tabs. */
export class StandIn {
  fault: Fault = 'none'
  /** Whether the browser has the cookie of a session. */
  isLoggedIn = false
  /** What the site has in local storage, and whom to tell when it changes. */
  readonly #items: Record<string, string> = {}
  readonly #targets = new Map<string, EventTarget>()
  #tell: (line: Line) => void

  constructor(tell: (line: Line) => void) {
    this.#tell = tell
  }

  /** Answers a session call, as the service would. */
  #answer(): Response {
    if (this.fault === 'busy')
      return Response.json({ error: 'busy' }, { status: 503, headers: { 'retry-after': '10' } })
    if (this.fault === 'broken') return new Response('<h1>Back soon</h1>', { status: 200 })
    if (!this.isLoggedIn)
      return Response.json(
        { error: { code: 400, type: 'UserException', description: 'No session' } },
        { status: 400 },
      )
    return Response.json({
      result: true,
      userStatus: 'connected',
      serverTime: Math.floor(Date.now() / 1000),
      expiresIn: 600_000,
      ...USER,
    })
  }

  #fetch(tab: string, address: string): Response {
    const { host, pathname } = new URL(address)
    if (this.fault === 'down') {
      this.#tell({ tab, text: `GET ${host}${pathname}: no connection` })
      throw new TypeError('Failed to fetch')
    }
    const response = this.#answer()
    this.#tell({ tab, text: `GET ${host}${pathname}: ${response.status}` })
    return response
  }

  /**
   * The window of a tab.
   *
   * @param leave is called when the page is left, once the service has done what the address asks for
   */
  openTab(tab: string, page: BrowserWindow, leave: () => void): BrowserWindow {
    const assign = (address: string): void => {
      const { host, pathname } = new URL(address)
      this.#tell({ tab, text: `The page leaves for ${host}${pathname}` })
      this.isLoggedIn = !/logout/.test(pathname)
      leave()
    }
    const target = new EventTarget()
    this.#targets.set(tab, target)
    // A browser tells the other tabs alone, and not at once.
    const tellOthers = (key: string) => {
      for (const [name, other] of this.#targets)
        if (name !== tab) setTimeout(() => other.dispatchEvent(Object.assign(new Event('storage'), { key })))
    }
    const played: Record<string, unknown> = {
      location: {
        href: PAGE,
        origin: new URL(PAGE).origin,
        protocol: 'https:',
        host: 'www.site.example',
        hostname: 'www.site.example',
        pathname: '/',
        search: '',
        hash: '',
        assign,
        replace: assign,
      },
      sessionStorage: createStorage(),
      localStorage: createStorage(this.#items, tellOthers),
      addEventListener: target.addEventListener.bind(target),
      removeEventListener: target.removeEventListener.bind(target),
      dispatchEvent: target.dispatchEvent.bind(target),
      fetch: async (address: string) => this.#fetch(tab, address),
      isSecureContext: true,
    }
    return new Proxy(page, {
      get(_, name) {
        if (name in played) return Reflect.get(played, name)
        const value = Reflect.get(page, name)
        // A function of the window, such as setTimeout, is called on it; a class is not.
        return typeof value === 'function' && /^[a-z]/.test(String(name)) ? value.bind(page) : value
      },
      set: (_, name, value) => Reflect.set(played, name, value),
      has: (_, name) => name in played || name in page,
      defineProperty: (_, name, descriptor) =>
        Reflect.defineProperty(played, name, { ...descriptor, configurable: true }),
      deleteProperty: (_, name) => Reflect.deleteProperty(played, name),
    })
  }
}
