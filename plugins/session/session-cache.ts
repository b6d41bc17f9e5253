/**
 * Keeps what is known about the reader for as long as it holds, so that most page views cost no request.
 * Step: cache. Hooks: session:settled, session:cleared. Storage: two entries of the tab per client, environment and session domain.
 * Methods: clearCachedUserSession.
 */
import { SDKError } from '../../core/errors.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import { type Reading, revive } from '../../core/session/reading.ts'
import { RANK } from '../../core/session/steps.ts'
import { answerWith, counts } from '../shared/kept-reading.ts'

/** What the plugin contributes. */
export interface SessionCacheApi {
  /**
   * Removes the cached user session: the next `hasSession` asks the service. Section 4.1. A call that is on its way is
   * not stopped. Its callers get its answer. No event tells of that answer, and the cache does not keep it.
   */
  clearCachedUserSession(): void
}

/**
 * Caches session answers in the storage of this tab. A page that comes out of the back/forward cache looks what is kept by then.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache()])
 */
export function sessionCache(): Plugin<SessionCacheApi> {
  return {
    name: 'session-cache',
    setup(kernel) {
      const entry = kernel.storage.entry('session')
      /** The code of a refusal that has said how long it holds. */
      const refusal = kernel.storage.entry('refused')
      /** What was read out of the entry or kept there, and the value that it was made of: it is read once while nobody changes it. */
      let kept: Reading | undefined
      let value: unknown
      let isListening = false

      const find = () => {
        const found = entry.get()
        if (found !== value) kept = revive(found, 'cache')
        value = found
        return kept
      }
      const keep = (reading: Reading) => {
        kept = { ...reading, origin: 'cache' }
        value = kept
        entry.set(kept, kept.expiresAt)
      }

      /** A page that has asked asks again when it comes out of the back/forward cache: the reader may have logged out on another one. */
      const listen = () => {
        if (isListening) return
        isListening = true
        kernel.listen('pageshow', ({ persisted }) => {
          if (persisted) kernel.hasSession().catch(() => {})
        })
        // A page that was prerendered gets another storage when it is shown.
        const keepAgain = () => void (kept && keep(kept))
        kernel.window.document?.addEventListener?.('prerenderingchange', keepAgain, { once: true })
      }

      const ask = async (next: () => Promise<Reading>): Promise<Reading> => {
        const code = refusal.get()
        if (typeof code === 'number') throw new SDKError('session-refused', code, { code })
        return next()
      }

      kernel.step(RANK.cache, async (call, next) => {
        listen()
        const known = find()
        const isGood = counts(known, call)
        // The next page must not take what does not count either, whatever comes of this call.
        if (known && !isGood) entry.remove()
        try {
          const reading = await (isGood ? answerWith(known, call, () => ask(next)) : ask(next))
          if (call.isCurrent() && reading.origin !== 'cache') keep(reading)
          return reading
        } catch (error) {
          const { holdsMs, code } = error as SDKError
          if (call.isCurrent() && holdsMs) refusal.set(code, Date.now() + holdsMs)
          throw error
        }
      })
      kernel.hook('session:settled', ({ origin, session }) => {
        // What the page's server hands over holds for that page alone. The next page must not show another reader, though.
        if (origin === 'server' && find()?.session?.userId !== session?.userId) entry.remove()
      })
      kernel.hook('session:cleared', () => {
        entry.remove()
        refusal.remove()
      })
      return { clearCachedUserSession: () => kernel.clearSession() }
    },
  }
}
