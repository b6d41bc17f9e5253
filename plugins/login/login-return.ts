/**
 * Asks again on a page that the reader comes back to from a login. What the tab has kept is from before it: a page that has sent the
 * reader there by an address of its own, such as the site's own login page, had no chance to clear it.
 * Hooks, methods: none. Storage: the moment of the return, in the tab's.
 */
import { checkOption, expected } from '../../core/errors.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { ResolvedOptions } from '../../core/options.ts'

/** The parameter by which a server says, in the address that it redirects to, that the reader comes from a login. */
const PARAMETER = 'login-return'

/** Whether the browser has come to this page by a login: from a page of a login, with a code, or by the word of the server. */
function isReturn({ window, accountUrl, env }: ResolvedOptions): boolean {
  const { document, location, performance } = window
  const [navigation] = performance?.getEntriesByType?.('navigation') ?? []
  // A page that is loaded again, or gone back to, has the same address and the same referrer.
  if (navigation && (navigation as PerformanceNavigationTiming).type !== 'navigate') return false
  const query = new URLSearchParams(location.search)
  const isCallback = query.has('state') && (query.has('code') || query.has('error'))
  if (isCallback || query.has(PARAMETER)) return true
  const origins = [new URL(accountUrl).origin, ...(env.loginOrigins ?? [])]
  return origins.some((origin) => `${document?.referrer}/`.startsWith(`${origin}/`))
}

/**
 * Ignores kept answers that are older than the reader's return from a login. The reader comes from a login if the page's address has
 * `login-return`, or `state` with `code` or `error`, or if the account service, or one of the environment's `loginOrigins`, is the page's
 * referrer. A page that is reloaded, or gone back to, does not count.
 *
 * @throws {SDKError} (at composition, in development) `option-invalid` for one of `loginOrigins` that is no origin
 * @see RFC 6749, section 4.1.2
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache(), loginReturn()])
 */
export function loginReturn(): Plugin {
  return {
    name: 'login-return',
    setup(kernel) {
      const { performance } = kernel.window
      if (__DEV__)
        for (const origin of kernel.options.env.loginOrigins ?? [])
          checkOption(
            /^https?:\/\/[^/?#]+$/.test(origin),
            expected('loginOrigins', origin, 'origins, such as https://idp.site.com'),
          )
      // Now, since a router may change the address before somebody asks.
      if (!performance || !isReturn(kernel.options)) return
      // One less: the clock shows whole milliseconds, and the session that the server has put into this page counts.
      kernel.invalidateBefore(Date.now() - performance.now() - 1)
    },
  }
}
