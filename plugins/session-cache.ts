/**
 * Keeps the session, and the answer that there is none, for as long as they hold, so that most page views cost no
 * request.
 * Hooks: session:request, session:accepted, session:failed, session:dropped. Storage: one entry per client,
 * environment and session domain. Methods: clearCachedUserSession.
 */
import { isRecord } from '../core/checks.ts'
import type { Plugin } from '../core/plugin.ts'
import type { DatedAnswer } from '../core/session-answer.ts'
import { storageKey } from '../core/storage.ts'

/** What the plugin contributes. */
export interface SessionCacheApi {
  /** Removes the cached user session: the next `hasSession` asks the service. Section 4.1. */
  clearCachedUserSession(): void
}

// Any script of the page can write to the storage, so an entry is checked like an answer off the wire.
const isAnswer = (kept: unknown): kept is DatedAnswer =>
  isRecord(kept) &&
  typeof kept.status === 'number' &&
  typeof kept.expiresAt === 'number' &&
  kept.cached === true

/**
 * Caches session answers in the storage of this tab.
 *
 * @example createIdentity(options, [fetchTransport(), sessionCache()])
 */
export function sessionCache(): Plugin<SessionCacheApi> {
  return {
    name: 'session-cache',
    setup(kernel) {
      const { storage } = kernel
      // While nobody changes the entry it is the same object, and is checked once.
      let checked: DatedAnswer | undefined
      const key = storageKey('session', kernel.options)
      const keep = ({ status, body, expiresAt, cached }: DatedAnswer) => {
        if (cached || expiresAt <= Date.now()) return
        storage.set(key, { status, body, expiresAt, cached: true }, expiresAt)
      }

      kernel.hook('session:request', (request) => {
        const kept = storage.get(key)
        if (kept !== checked) checked = isAnswer(kept) ? kept : undefined
        if (checked) request.answer = checked
      })
      kernel.hook('session:accepted', ({ answer }) => keep(answer))
      kernel.hook('session:failed', ({ error, answer }) => {
        // Only "no session cookie" is knowledge about the user. Other failures may be over at the next call.
        if (answer && error.reason === 'session-missing') keep(answer)
        // What was kept and is good for nothing would fail each call until it expires.
        else if (answer?.cached) storage.remove(key)
      })
      kernel.hook('session:dropped', () => storage.remove(key))
      return { clearCachedUserSession: () => kernel.dropSession() }
    },
  }
}
