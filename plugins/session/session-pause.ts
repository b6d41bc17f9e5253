/**
 * Spares a session service in trouble: after a failure no tab that is open asks it again for a while, and one that the reader opens
 * later asks once. While the pause lasts, calls fail at once, with the reason and the code of that failure.
 * Hooks: session:request, request:started, session:settled, session:cleared. Storage: one entry of the tab per client, environment and
 * session domain, and one of all tabs. Methods: none.
 */
import { isRequest } from '../../core/answer.ts'
import { createPause } from '../../core/pause.ts'
import type { Plugin } from '../../core/plugin.ts'

/**
 * Remembers a failure of the session service, over page views and for all tabs of one origin and client. This is a pause. It
 * takes 5 to 145 s, by chance. If the service sends `Retry-After`, the pause is the header's time, of which 40 minutes count at most,
 * plus a random 0 to 50 %: at most 60 minutes. A good answer, a login or logout, or
 * `clearCachedUserSession` ends it. So does the browser coming back online, where the failure has no code.
 *
 * @throws {SDKError} (from `hasSession`) that of the failure, with {@link SDKErrorDetails.retryAt}
 * @example createIdentity(options, [fetchTransport(), sessionCache(), sessionPause()])
 */
export function sessionPause(): Plugin {
  return {
    name: 'session-pause',
    setup(kernel) {
      const pause = createPause(kernel)

      kernel.hook('session:request', (request) => {
        request.error ??= pause.error()
      })
      kernel.hook('session:settled', ({ origin, error, answer }) => {
        if (isRequest(origin)) pause.requestEnded(error, answer?.retryAfter)
      })
    },
  }
}
