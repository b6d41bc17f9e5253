/**
 * Windows that lack something, are of another realm, or got it from a polyfill. To add one: a row here, by what it does to a
 * window of happy-dom, or with a page of its own.
 */
import AbortControllerOfEventTargetShim from 'abort-controller'
import { AbortController as AbortControllerPolyfill } from 'abortcontroller-polyfill/dist/cjs-ponyfill.js'
import { JSDOM } from 'jsdom'
import { onTestFinished, vi } from 'vitest'
import type { BrowserWindow } from '../../core/index.ts'
import { ADA } from '../support/fixtures.ts'
import { watchListeners } from '../support/listener-watch.ts'
import { HandWrittenAbortController } from './hand-written-abort-controller.ts'
import { changed, extend, type StrangePage, type ThirdParty } from './strange-page.ts'

/** A page of jsdom, which has no fetch: the test's own answers. Its window is of another realm than Node's signals. */
function openJsdom(): StrangePage {
  const { window } = new JSDOM('<!doctype html><title>A page</title>', {
    url: 'https://www.site.example/article',
  })
  onTestFinished(() => window.close())
  const fetch = vi.fn(async () => new Response(JSON.stringify(ADA)))
  const reported: unknown[] = []
  const reportError = (error: unknown) => void reported.push(error)
  Object.assign(window, { fetch, reportError })
  // Its declarations have a window of their own.
  const page = window as unknown as BrowserWindow
  return { window: page, listeners: watchListeners(page), requests: () => fetch.mock.calls.length, reported }
}

/** A window without these members. */
const without =
  (...names: string[]) =>
  () =>
    changed((window) => {
      for (const name of names) Object.defineProperty(window, name, { value: undefined })
    })

/** A window whose member throws as soon as somebody looks at it, as where a browser denies storage. */
const denying =
  (...names: string[]) =>
  () =>
    changed((window) => {
      for (const name of names)
        Object.defineProperty(window, name, {
          get() {
            throw new DOMException('The operation is insecure.', 'SecurityError')
          },
        })
    })

/** A window whose `navigator` has these members. */
const navigating = (members: object) => () =>
  changed((window) => {
    for (const [name, value] of Object.entries(members))
      Object.defineProperty(window.navigator, name, { value })
  })

/** A page whose locks are never given, and whose time flies: what waits for one for seconds does not take them. */
function openLocked(): StrangePage {
  return changed((window) => {
    const locks = { request: () => new Promise(() => {}) }
    Object.defineProperty(window.navigator, 'locks', { value: locks })
    const soon = (run: () => void, ms: number) => setTimeout(run, ms / 10)
    Object.assign(window, { setTimeout: soon, clearTimeout })
  })
}

/** A page on which a global of the library's own realm is another one. */
const standing = (name: string, value: unknown) => () => {
  vi.stubGlobal(name, value)
  onTestFinished(() => void vi.unstubAllGlobals())
  return changed()
}

const full = (): never => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
}

export const WINDOWS: ThirdParty[] = [
  { name: 'a window of happy-dom', open: changed },
  { name: 'a window of jsdom, of another realm than the library', open: openJsdom },
  {
    name: 'abortcontroller-polyfill',
    open: standing('AbortController', AbortControllerPolyfill),
  },
  {
    name: 'abort-controller, over a shim of EventTarget',
    open: standing('AbortController', AbortControllerOfEventTargetShim),
  },
  {
    name: 'an AbortController written by hand, of before reasons',
    open: standing('AbortController', HandWrittenAbortController),
  },
  { name: 'no BroadcastChannel', open: without('BroadcastChannel') },
  {
    name: 'a BroadcastChannel that may not be opened',
    open: () => changed((window) => Object.assign(window, { BroadcastChannel: full })),
  },
  { name: 'no locks', open: navigating({ locks: undefined }) },
  { name: 'locks that are refused', open: navigating({ locks: { request: async () => full() } }) },
  { name: 'locks that throw', open: navigating({ locks: { request: full } }) },
  { name: 'locks that are never given', open: openLocked },
  { name: 'no crypto', open: without('crypto') },
  { name: 'no crypto.subtle', open: () => changed((w) => Object.defineProperty(w, 'crypto', { value: {} })) },
  { name: 'no CustomEvent', open: without('CustomEvent') },
  { name: 'no reportError', open: without('reportError') },
  { name: 'no performance', open: without('performance') },
  { name: 'no Headers', open: without('Headers', 'Request', 'Response') },
  { name: 'no storage', open: without('localStorage', 'sessionStorage') },
  { name: 'storage that is denied', open: denying('localStorage', 'sessionStorage') },
  { name: 'local storage that is denied', open: denying('localStorage') },
  { name: 'session storage that is denied', open: denying('sessionStorage') },
  {
    name: 'storage that is full',
    open: () => changed((window) => extend(window.Storage.prototype, { setItem: full })),
  },
]
