/**
 * Numbers the requests of the library, so that the timeline of a page and the emulator's list of requests can be read side
 * by side. Only services on this machine get the number. The address of the login page does not: whoever answers there takes
 * a parameter that it does not know for one of the page, such as a consent.
 */
import type { Kernel } from '../../core/kernel/plugin.ts'
import { begunCallIn } from '../../plugins/shared/page-head.ts'
import { hostOf, isLoopback } from '../shown/addresses.ts'

/** The parameter that carries the number. */
export const REQUEST_ID = 'devtools_id'

const NUMBERED = /^(session|user-context)$/

/** Numbers the requests to services of this machine. */
export function numberRequests(kernel: Kernel): void {
  const { window, options } = kernel
  if (![options.accountUrl, options.sessionDomain].map(hostOf).every(isLoopback)) return
  const page = Math.random().toString(36).slice(2, 6)
  let count = 0
  kernel.hook('url:build', ({ kind, query }) => {
    // The script in the page's head has begun the call with an address that must stay exactly the same.
    if (!NUMBERED.test(kind) || begunCallIn(window)) return
    count += 1
    query.append(REQUEST_ID, `${page}-${count}`)
  })
}
