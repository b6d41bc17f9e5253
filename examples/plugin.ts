/**
 * Asks for the session again when the reader returns to the tab: they may have logged in or out in another one.
 * Hooks: session:fetched. Storage: none. Methods: sessionAge.
 */
import { definePlugin, type Plugin, SDKError } from 'portico/core'

/** Options of {@link freshSession}. */
export interface FreshSessionOptions {
  /** Seconds for which an answer is fresh. @default 60 */
  afterSeconds?: number
}

/** What the plugin contributes. */
export interface FreshSessionApi {
  /** Seconds since the session service last answered this page; `Infinity` before it did. */
  sessionAge(): number
}

/**
 * Contributes `sessionAge`, and keeps the session fresh.
 *
 * @throws {SDKError} (at composition) `option-invalid` when `afterSeconds` is no number, or negative
 * @example createIdentity(options, [fetchTransport(), sessionEvents(), freshSession({ afterSeconds: 30 })])
 */
export function freshSession({ afterSeconds = 60 }: FreshSessionOptions = {}): Plugin<FreshSessionApi> {
  return definePlugin({
    name: 'fresh-session',
    requires: ['transport'],
    setup(kernel) {
      if (!(Number.isFinite(afterSeconds) && afterSeconds >= 0))
        throw new SDKError('option-invalid', 'afterSeconds')
      const { document } = kernel.window
      let answeredAt = -Infinity
      const sessionAge = () => (Date.now() - answeredAt) / 1000

      // Answers from the cache do not come by here, so this is the service itself.
      kernel.hook('session:fetched', () => {
        answeredAt = Date.now()
      })

      const look = () => {
        if (document.visibilityState !== 'visible' || sessionAge() < afterSeconds) return
        kernel.clearSession()
        // Whatever comes of it, the events tell the page.
        kernel.hasSession().catch(() => kernel.log('fresh-session: no session'))
      }
      kernel.listen('visibilitychange', look)

      return { sessionAge }
    },
  })
}
