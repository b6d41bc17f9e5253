/**
 * Keeps the session, and the answer that there is none, for as long as they hold, so that most page views cost no
 * request.
 * Hooks: session:request, session:accepted, session:failed, session:cleared. Storage: one entry per client,
 * environment and session domain. Methods: clearCachedUserSession.
 */
import type { Plugin } from '../../core/plugin.ts'
import type { SessionAnswer } from '../../core/session-answer.ts'
import type { HasSessionFailureResponse, HasSessionSuccessResponse } from '../../core/types.ts'

/** What the plugin contributes. */
export interface SessionCacheApi {
  /** Removes the cached user session: the next `hasSession` asks the service. Section 4.1. */
  clearCachedUserSession(): void
}

/**
 * Caches session answers in the storage of this tab.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache()])
 */
export function sessionCache(): Plugin<SessionCacheApi> {
  return {
    name: __DEV__ ? 'session-cache' : '',
    setup(kernel) {
      const entry = kernel.storage.entry('session')
      const kept = () => {
        const answer = entry.get() as SessionAnswer | undefined
        // Any script of the page can write to the storage: without its end it is no answer that was kept.
        if (answer?.expiresAt) return answer
      }
      const keep = (answer: SessionAnswer) => {
        if (answer !== kept() && (answer.expiresAt as number) > Date.now())
          entry.set(answer, answer.expiresAt as number)
      }

      kernel.hook('session:request', (request) => {
        request.answer ??= kept()
      })
      kernel.hook('session:accepted', (accepted) => {
        // The session of before is no news: whoever cleared the cache wants it asked for.
        if (accepted.session !== accepted.previous) keep(accepted.answer)
      })
      kernel.hook('session:failed', (failed) => {
        if (!failed.answer) return
        // Only "no session cookie" is knowledge about the user. Other failures may be over at the next call, but for an
        // error within a 2xx that says how long it holds.
        const body = failed.answer.body as HasSessionFailureResponse & HasSessionSuccessResponse
        // The code first: of a status that somebody has put into the storage no number need come.
        const isStated =
          failed.error.code && failed.answer.status < 300 && ((body.response ?? body).expiresIn as number) > 0
        if (isStated || failed.error.reason === 'session-missing') keep(failed.answer)
        // What was kept and is good for nothing would fail each call until it expires.
        else if (failed.answer === kept()) entry.remove()
      })
      kernel.hook('session:cleared', entry.remove)
      return { clearCachedUserSession: () => kernel.clearSession() }
    },
  }
}
