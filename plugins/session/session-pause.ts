/**
 * Spares a session service in trouble: after a failure no tab of the site asks it again for a while. Until then calls fail at
 * once, as that one did.
 * Hooks: session:request, request:started, session:settled, session:cleared. Storage: one entry of the tab per client, environment and session
 * domain, and one of all tabs. Methods: none.
 */
import { isRequest } from '../../core/answer.ts'
import { createPause } from '../../core/pause.ts'
import type { Plugin } from '../../core/plugin.ts'

/**
 * Remembers a failure of the session service, over page views and for all tabs: for as long as the service says by
 * `Retry-After`, and up to half as long again; else for 5 s at first, then for twice as long as the time before, up to
 * 20 s; and by chance up to seven times as long. A good answer, a login or logout, or `clearCachedUserSession` ends it. So
 * does the browser coming back online, where the failure has no code.
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
        if (isRequest(origin)) pause.follow(error, answer?.retryAfter)
      })
    },
  }
}
