/**
 * Scripts that put themselves between the library and the browser. To add one: a row here, by what it makes of the page's
 * `fetch`, or does to its window.
 */
import Bluebird from 'bluebird'
import type { BrowserWindow } from '../../core/index.ts'
import { changed, extend, type StrangePage, type ThirdParty } from './strange-page.ts'

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** A page whose fetch is wrapped. */
const wrapping = (name: string, wrap: (fetch: Fetch, page: StrangePage) => unknown): ThirdParty => ({
  name: `a fetch that ${name}`,
  open: () =>
    changed((window, page) => {
      Object.defineProperty(window, 'fetch', { value: wrap(window.fetch, page) })
    }),
})

/** A page with something done to its window. */
const doing = (name: string, change: (window: BrowserWindow) => void): ThirdParty => ({
  name,
  open: () => changed(change),
})

/** Reads the clone of a response; what goes wrong with that, an error-reporting script would report. */
function readClone(response: Response, page: StrangePage): Promise<unknown> {
  const read = response.clone().text()
  return read.catch((error) => page.reported.push(error))
}

class PromiseOfAnother<T> extends Promise<T> {
  readonly zone = 'root'
}

const FETCHES: ThirdParty[] = [
  wrapping('reads a clone of the response at once', (fetch, page) => async (...asked: Parameters<Fetch>) => {
    const response = await fetch(...asked)
    const read = readClone(response, page)
    page.settled = () => read
    return response
  }),
  wrapping(
    'reads a clone when the page has its answer',
    (fetch, page) =>
      async (...asked: Parameters<Fetch>) => {
        const response = await fetch(...asked)
        const clone = response.clone()
        page.settled = () => readClone(clone, page)
        return response
      },
  ),
  wrapping('takes an aborted signal for a failure', (fetch, page) => (input: string, init: RequestInit) => {
    init.signal?.addEventListener('abort', () => page.reported.push(init.signal?.reason))
    return fetch(input, init)
  }),
  wrapping(
    'waits for the clone before it gives the response',
    (fetch) =>
      async (...asked: Parameters<Fetch>) => {
        const response = await fetch(...asked)
        await response.clone().text()
        return response
      },
  ),
  wrapping(
    'gives a promise of bluebird',
    (fetch) =>
      (...asked: Parameters<Fetch>) =>
        Bluebird.resolve(fetch(...asked)),
  ),
  wrapping('gives a promise of a class of its own', (fetch) => (...asked: Parameters<Fetch>) => {
    return PromiseOfAnother.resolve(fetch(...asked))
  }),
  wrapping('gives what has a then, and nothing else', (fetch) => (...asked: Parameters<Fetch>) => {
    const promise = fetch(...asked)
    // biome-ignore lint/suspicious/noThenProperty: as the deferred objects of old frameworks have it
    return { then: promise.then.bind(promise) }
  }),
  wrapping('loses what it is given besides the address', (fetch) => (input: string) => fetch(input, {})),
  wrapping('makes a Request of what it is given', (fetch) => (input: string, init: RequestInit) => {
    const { url, signal } = new Request(input, init)
    return fetch(url, { signal })
  }),
  wrapping('adds headers', (fetch) => (input: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    headers.set('traceparent', '00-1-1-00')
    return fetch(input, { ...init, headers })
  }),
  wrapping('adds headers to what it is given', (fetch) => (input: string, init: RequestInit) => {
    Object.assign((init.headers ??= {}), { traceparent: '00-1-1-00' })
    return fetch(input, Object.freeze(init))
  }),
  wrapping('tries again after a failure', (fetch) => {
    let fails = true
    const failing: Fetch = async (...asked) => {
      if (!fails) return fetch(...asked)
      fails = false
      throw new TypeError('Failed to fetch')
    }
    return (...asked: Parameters<Fetch>) => failing(...asked).catch(() => failing(...asked))
  }),
  wrapping('gives the response late', (fetch) => async (...asked: Parameters<Fetch>) => {
    const response = await fetch(...asked)
    await new Promise((resolve) => setTimeout(resolve, 20))
    return response
  }),
  wrapping('gives a response of its own', (fetch) => async (...asked: Parameters<Fetch>) => {
    const { status, headers, ...response } = await fetch(...asked).then(async (original) => ({
      status: original.status,
      headers: original.headers,
      text: await original.text(),
    }))
    return new Response(response.text, { status, headers })
  }),
  wrapping('stands before the response', (fetch) => async (...asked: Parameters<Fetch>) => {
    return new Proxy(await fetch(...asked), {
      get(response, name) {
        const value: unknown = Reflect.get(response, name)
        return typeof value === 'function' ? value.bind(response) : value
      },
    })
  }),
]

export const WRAPPERS: ThirdParty[] = [
  ...FETCHES,
  doing('an addEventListener that wraps each listener', (window) => {
    const { addEventListener, removeEventListener } = window
    const wrappers = new WeakMap<object, EventListener>()
    Object.assign(window, {
      addEventListener(type: string, listener: EventListener, options?: AddEventListenerOptions) {
        const wrapper = wrappers.get(listener) ?? ((event: Event) => listener.call(window, event))
        wrappers.set(listener, wrapper)
        return addEventListener.call(window, type, wrapper, options)
      },
      removeEventListener(type: string, listener: EventListener, options?: EventListenerOptions) {
        return removeEventListener.call(window, type, wrappers.get(listener) ?? listener, options)
      },
    })
  }),
  doing('an addEventListener that knows no options', (window) => {
    const { addEventListener } = window
    Object.assign(window, {
      addEventListener: (type: string, listener: EventListener, isCapture?: unknown) =>
        addEventListener.call(window, type, listener, isCapture === true),
    })
  }),
  doing('a setTimeout that gives an object', (window) => {
    Object.assign(window, {
      setTimeout: (run: () => void, ms: number) => ({ timer: setTimeout(run, ms) }),
      clearTimeout: (timeout?: { timer: NodeJS.Timeout }) => clearTimeout(timeout?.timer),
    })
  }),
  doing('a setTimeout that wraps what it runs', (window) => {
    const { setTimeout } = window
    Object.assign(window, {
      setTimeout: (run: () => void, ...more: [ms?: number]) => setTimeout.call(window, () => run(), ...more),
    })
  }),
  doing('a storage that prefixes its keys', (window) => {
    const { getItem, setItem, removeItem } = window.Storage.prototype
    extend(window.Storage.prototype, {
      getItem(key: string) {
        return getItem.call(this, `site:${key}`)
      },
      setItem(key: string, value: string) {
        setItem.call(this, `site:${key}`, value)
      },
      removeItem(key: string) {
        removeItem.call(this, `site:${key}`)
      },
    })
  }),
  doing('a storage that has undefined for what is not there', (window) => {
    const { getItem } = window.Storage.prototype
    extend(window.Storage.prototype, {
      getItem(key: string) {
        return getItem.call(this, key) ?? undefined
      },
    })
  }),
  doing('a storage that forgets', (window) => {
    extend(window.Storage.prototype, { setItem() {} })
  }),
  doing('arrays with a toJSON of before JSON was a part of the language', () => {
    extend(Array.prototype, {
      toJSON(this: unknown[]) {
        return `[${this.join(', ')}]`
      },
    })
  }),
  doing('members on all objects, as frameworks of old put them there', () => {
    extend(Object.prototype, { extend() {} })
    extend(Array.prototype, { each() {} })
    extend(String.prototype, { strip() {} })
    extend(Function.prototype, { defer() {} })
  }),
]
