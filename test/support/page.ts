/**
 * A page for unit tests: a window of its own (happy-dom), in which only scripted requests are answered.
 * A request that nobody scripted fails the test, and so does an answer that nobody asked for.
 */
import { setMaxListeners } from 'node:events'
import { GlobalWindow } from 'happy-dom'
import { expect, onTestFinished } from 'vitest'
import type { BrowserWindow } from '../../core/options.ts'

// Node takes more than ten listeners on one signal for a leak. A full identity has as many; what leaks is told by tests of memory.
setMaxListeners(0)

/** How one request is answered: by the function's response, or by its rejection. */
export type Answer = (url: URL, signal: AbortSignal) => Response | Promise<Response>

export interface Page {
  window: BrowserWindow
  /** URLs requested so far. */
  requests: URL[]
  /** Where the page was sent, in order. */
  navigations: string[]
  /** What reached the page's error reporting. */
  reported: unknown[]
  /** Scripts the answers to the next requests, in order. */
  answer(...answers: Answer[]): void
}

/** A JSON response. */
export function json(status: number, body: unknown): Answer {
  return () => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}

/** Any other response. */
export function text(status: number, body: string, type = 'text/html'): Answer {
  return () => new Response(body || null, { status, headers: { 'content-type': type } })
}

/** No response: the connection breaks. */
export const broken: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

/** No response: the request hangs until it is aborted. */
export const hanging: Answer = (_url, signal) =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

/** The browser denies a part of a page, such as its storage or its cookies. */
export function deny(target: object, name: string): void {
  const denied = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  Object.defineProperty(target, name, { get: denied, set: denied, configurable: true })
}

/** The browser leaves the page: by now a service that it was sent to has been visited. */
export function leave({ window }: Page): void {
  window.dispatchEvent(new window.Event('pagehide'))
}

/** The page returns out of the back/forward cache. */
export function comeBack({ window }: Page): void {
  window.dispatchEvent(Object.assign(new window.Event('pageshow'), { persisted: true }))
}

/** How each open page is ended. Apart from what a page is made of, so that nothing of one is kept when it is closed. */
const ends = new Set<() => Promise<void>>()

/** Closes all pages; for a test that opens thousands. At the end of each test it is done anyway. */
export async function closePages(): Promise<void> {
  const all = [...ends]
  ends.clear()
  const results = await Promise.allSettled(all.map((end) => end()))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** Opens a page; when it is closed its script must have been used up exactly. */
export function openPage(url = 'https://www.site.example/article'): Page {
  // Of this realm: to make one of its own for each page takes a tenth of the unit tests' time.
  const happy = new GlobalWindow({ url })
  const window = happy as unknown as BrowserWindow
  const script: Answer[] = []
  const page: Page = {
    window,
    requests: [],
    navigations: [],
    reported: [],
    answer: (...answers) => void script.push(...answers),
  }
  const unscripted = new Set<string>()
  const fetch = async (input: string, { signal }: { signal: AbortSignal }) => {
    const requested = new URL(input)
    page.requests.push(requested)
    const next = script.shift()
    if (next) return next(requested, signal)
    unscripted.add(input)
    throw new Error(`Nobody scripted an answer to ${input}`)
  }
  Object.defineProperty(window, 'fetch', { value: fetch, configurable: true })
  // A test's own responses are Node's.
  Object.defineProperty(window, 'Response', { value: Response, configurable: true })
  // So are its signals, which the window's own class of targets is asked about.
  Object.defineProperty(window.EventTarget, Symbol.hasInstance, {
    value: (target: unknown) => target instanceof EventTarget,
    configurable: true,
  })
  Object.defineProperty(window, 'reportError', {
    value: (error: unknown) => page.reported.push(error),
    configurable: true,
  })
  Object.defineProperty(window.location, 'assign', {
    value: (to: string) => page.navigations.push(to),
    configurable: true,
  })
  if (!ends.size) onTestFinished(closePages)
  ends.add(async () => {
    await happy.happyDOM.close()
    const addresses = [...unscripted].join(', ')
    if (addresses) throw new Error(`requests of ${url} without a scripted answer: ${addresses}`)
    expect(script.length, 'scripted answers that were never asked for').toBe(0)
  })
  return page
}

/** The page, whose next requests are answered so, in order. */
export function answering(page: Page, ...answers: Answer[]): Page {
  page.answer(...answers)
  return page
}

/** Opens such a page. */
export const openPageWith = (...answers: Answer[]): Page => answering(openPage(), ...answers)
