/**
 * Spares a session service in trouble: after a failure no tab that has asked before asks it again for a while, and one whose first call
 * comes later asks once. While the backoff lasts, calls fail at once, with the reason and the code of that failure.
 * Middleware: backoff. Hooks: session:settled, session:cleared. Storage: one entry of the tab per client, environment and session domain, and
 * one of all tabs. Methods: none.
 */
import type { Plugin } from '../../core/kernel/plugin.ts'
import { sessionBackoffOf } from '../shared/backoff.ts'
import { isTrouble } from '../shared/trouble.ts'

/**
 * Remembers a failure of the session service, over page views and for all tabs of one origin and client. This is a backoff. Its length is
 * random, from 2 to 5 s at first, and twice as long after each further failure of a tab, up to 140 s. If the service sends `Retry-After`,
 * the backoff lasts as long as the header says, or up to half as long again. Of the header's time 40 minutes count at most. A good answer,
 * a login or logout, or `clearCachedUserSession` ends the backoff. So does the browser coming back online, where the failure has no code.
 *
 * @throws {SDKError} (from `hasSession`) that of the failure, with {@link SDKErrorDetails.retryAt}
 * @example createIdentity(options, [fetchTransport(), sessionCache(), sessionBackoff()])
 */
export function sessionBackoff(): Plugin {
  return {
    name: 'session-backoff',
    setup(kernel) {
      const backoff = sessionBackoffOf(kernel)

      kernel.use('backoff', async (call, next) => {
        const refusal = backoff.error()
        if (refusal) throw refusal
        try {
          const result = await next()
          if (call.isCurrent()) backoff.end()
          return result
        } catch (error) {
          if (call.isCurrent() && isTrouble(error)) backoff.begin(error)
          throw error
        }
      })
    },
  }
}
