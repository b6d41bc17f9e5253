/**
 * Keeps what is known about the reader for as long as it holds, so that most page views cost no request.
 * Middleware: cache. Hooks: session:cleared; calls session:returned. Storage: two entries of the tab per client, environment and session domain.
 * Methods: clearCachedUserSession.
 */
import { SDKError } from '../../core/errors.ts'
import { numberIn } from '../../core/json.ts'
import type { SessionReturnedContext } from '../../core/kernel/hooks.ts'
import { pageReturns } from '../../core/kernel/page.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { SessionResult } from '../../core/session/result.ts'
import { counts, resultEntry, resultFrom } from '../shared/kept-result.ts'

/** What the plugin contributes. */
export interface SessionCacheApi {
  /**
   * Removes the cached user session: the next `hasSession` asks the service. Section 4.1. A call that is on its way is
   * not stopped. Its callers get its answer. No event tells of that answer, and the cache does not keep it.
   */
  clearCachedUserSession(): void
}

/**
 * Caches session results in the storage of this tab. Where a page returns out of the back/forward cache, what is kept counts if a plugin
 * knows from outside of the tab that it is still so, as `tabs()` does. Otherwise the service is asked.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache()])
 */
export function sessionCache(): Plugin<SessionCacheApi> {
  return {
    name: 'session-cache',
    setup(kernel) {
      const entry = resultEntry(kernel)
      /** The code of a refusal that has said how long it holds. */
      const refusal = kernel.storage.entry('refused', numberIn)
      /** What this page has kept last. */
      let latest: SessionResult | undefined
      let hasAsked = false

      const keep = (result: SessionResult) => {
        latest = { ...result, source: 'cache' }
        entry.set(latest, latest.expiresAt)
      }

      kernel.use('cache', async (call, next) => {
        hasAsked = true
        const kept = entry.get()
        const isGood = counts(kept, call)
        // The next page must not take what does not count either, whatever comes of this call.
        if (kept && !isGood) entry.remove()
        const ask = async () => {
          const code = refusal.get()
          if (code) throw new SDKError('session-refused', code, { code })
          return next()
        }
        try {
          const result = await (isGood ? resultFrom(kept, call, ask) : ask())
          if (call.isCurrent() && result.source !== 'cache') keep(result)
          return result
        } catch (error) {
          const { code, holdsMs } = error as SDKError
          if (call.isCurrent() && code && holdsMs) refusal.set(code, Date.now() + holdsMs)
          throw error
        }
      })
      kernel.hook('session:cleared', () => {
        latest = undefined
        entry.remove()
        refusal.remove()
      })
      // The reader may have logged out on the page that they come back from.
      pageReturns(kernel, () => {
        if (!hasAsked) return
        const returned = { kept: entry.get(), isTrusted: false }
        if (returned.kept) kernel.callSync('session:returned', returned as SessionReturnedContext)
        kernel.hasSession(returned.isTrusted ? 0 : Date.now()).catch(() => {})
      })
      // A page that was prerendered gets another storage when it is shown. First: listeners of the page may ask.
      const keepAgain = () => {
        if (latest) keep(latest)
      }
      kernel.listen('prerenderingchange', keepAgain, { capture: true })
      return { clearCachedUserSession: () => kernel.clearSession() }
    },
  }
}
