/**
 * Keeps the session, and the answer that there is none, for as long as they hold, so that most page views cost no request.
 * Source: cache. Hooks: session:request, session:settled, session:cleared. Storage: one entry of the tab per client, environment and
 * session domain. Methods: clearCachedUserSession.
 */
import { parseAnswer } from '../../core/answer.ts'
import type { Plugin } from '../../core/plugin.ts'
import { failureLifetimeOf, readAnswer } from '../../core/session-answer.ts'

/** What the plugin contributes. */
export interface SessionCacheApi {
  /**
   * Removes the cached user session: the next `hasSession` asks the service. Section 4.1. A call that is on its way is
   * not stopped. Its callers get its answer. No event tells of that answer, and the cache does not keep it.
   */
  clearCachedUserSession(): void
}

/**
 * Caches session answers in the storage of this tab.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache()])
 */
export function sessionCache(): Plugin<SessionCacheApi> {
  return {
    name: 'session-cache',
    setup(kernel) {
      const entry = kernel.storage.entry('session')
      const kept = () => parseAnswer(entry.get(), 'cache')

      kernel.source('cache', kept)
      kernel.hook('session:request', ({ stillHolds }) => {
        // It was refused as stale. The next page must not take it either, whatever comes of this call.
        if (!stillHolds && kept()) entry.remove()
      })
      kernel.hook('session:settled', ({ origin, answer, error, session, hasLearned }) => {
        if (!answer) return
        if (origin === 'cache') {
          // A failure that holds for no time is never written here. Another script has written it, and it would fail each call.
          if (error && !failureLifetimeOf(answer, error, kernel.options.env.expiresInUnit)) entry.remove()
          return
        }
        const before = kept()
        // What the page's server has handed over holds for that page: it lacks what other pages may need.
        if (origin !== 'server' && answer.expiresAt > Date.now()) {
          // A failure does not replace what is kept.
          if (hasLearned || !before) entry.set(answer, answer.expiresAt)
          return
        }
        // The next page must not show the reader before.
        const isOvertaken = hasLearned && before && before.askedAt < answer.askedAt
        if (isOvertaken && readAnswer(before).session?.userId !== session?.userId) entry.remove()
      })
      kernel.hook('session:cleared', () => entry.remove())
      return { clearCachedUserSession: () => kernel.clearSession() }
    },
  }
}
