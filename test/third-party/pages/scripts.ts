/**
 * Scripts that real sites load before the library. To add one: a file in `scripts/` that loads it and sets it up so that it does its work,
 * and a row here that says what it replaces on the page, so that an anonymous reader which sleeps is noticed.
 */

export interface Script {
  /** The file's. */
  name: string
  /** As `in-page.js` calls the natives. */
  replaces: string[]
}

export const SCRIPTS: Script[] = [
  // Error reporting.
  { name: 'rollbar', replaces: ['fetch', 'open'] },
  { name: 'raven', replaces: ['fetch', 'open', 'setTimeout', 'onerror'] },
  { name: 'trackjs', replaces: ['fetch', 'open'] },
  { name: 'raygun', replaces: ['fetch', 'open'] },
  { name: 'honeybadger', replaces: ['fetch', 'open', 'onerror'] },
  { name: 'bugsnag', replaces: ['fetch', 'open', 'onerror'] },
  // Tracing, analytics, zones.
  { name: 'elastic-apm', replaces: ['fetch', 'open'] },
  { name: 'zone', replaces: ['fetch', 'Promise', 'addEventListener', 'setTimeout'] },
  { name: 'plausible', replaces: ['pushState'] },
  { name: 'web-vitals', replaces: [] },
  // Wrappers of fetch.
  { name: 'xhook', replaces: ['fetch', 'XMLHttpRequest'] },
  { name: 'fetch-intercept', replaces: ['fetch'] },
  // Polyfills, where the browser has nothing of its own.
  { name: 'whatwg-fetch', replaces: ['fetch', 'Response'] },
  { name: 'unfetch', replaces: ['fetch'] },
  { name: 'cross-fetch', replaces: ['fetch', 'Response'] },
  { name: 'abortcontroller-polyfill', replaces: ['fetch', 'AbortController'] },
  { name: 'hand-written-abort-controller', replaces: ['fetch', 'AbortController'] },
  { name: 'broadcastchannel-polyfill', replaces: ['BroadcastChannel'] },
  { name: 'no-broadcast-channel', replaces: ['BroadcastChannel'] },
  { name: 'navigator-locks', replaces: ['locks'] },
  { name: 'core-js', replaces: ['Promise'] },
  { name: 'es-shims', replaces: [] },
  { name: 'es6-promise', replaces: ['Promise'] },
  { name: 'promise-polyfill', replaces: ['Promise'] },
  { name: 'bluebird', replaces: ['Promise'] },
  // Frameworks of ten years ago.
  { name: 'mootools', replaces: ['from', 'each'] },
  { name: 'prototype', replaces: ['each', 'from'] },
  { name: 'prototype-1-6', replaces: ['each', 'from', 'toJSON', 'bind'] },
  { name: 'natives-of-old', replaces: ['toJSON', 'from', 'members', 'bind'] },
  { name: 'jquery', replaces: ['names'] },
  { name: 'backbone', replaces: ['names'] },
  { name: 'angular', replaces: ['names'] },
]
