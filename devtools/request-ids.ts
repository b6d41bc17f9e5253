/**
 * Numbers on requests, so that an emulator's list of requests and the timeline of a page can be laid side by side. Sent
 * to this machine alone: no real service ever sees one.
 */
import type { Kernel } from '../core/plugin.ts'
import { hostOf } from './redact.ts'
import { isLoopback } from './site.ts'

/** The parameter that carries the number. */
export const REQUEST_ID = 'devtools_id'

// Requests of the library, and the login page; what a reader is linked to stays as it is.
const NUMBERED = /^(session|user-context|login|logout)$/

/** Numbers the requests to services of this machine. */
export function numberRequests(kernel: Kernel): void {
  const { window, options } = kernel
  if (![options.accountUrl, options.sessionDomain].map(hostOf).every(isLoopback)) return
  const page = Math.random().toString(36).slice(2, 6)
  let count = 0
  kernel.hook('url:build', ({ kind, query }) => {
    // A call that the page's head has begun has an address already, which must be met to the letter.
    if (!NUMBERED.test(kind) || 'porticoHead' in window) return
    count += 1
    query.append(REQUEST_ID, `${page}-${count}`)
  })
}
