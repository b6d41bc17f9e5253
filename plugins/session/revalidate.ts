/**
 * Asks anew while the page is open, so that it notices a session that has ended, a login elsewhere, or another user. What comes
 * of it reaches the page by the ordinary events.
 * Hooks: session:check, session:settled, session:cleared. Storage: none of its own; looks whether there is a pause.
 * Methods: none.
 */

import { MAX_LIFETIME_MS } from '../../core/answer.ts'
import { checkOption } from '../../core/errors.ts'
import { given } from '../../core/given.ts'
import { pausedUntil } from '../../core/pause.ts'
import type { Plugin } from '../../core/plugin.ts'

/** Options of {@link revalidate}. */
export interface RevalidateOptions {
  /** A page asks at most once in so many seconds. @default 60 */
  atMostEverySeconds?: number
}

// Readers of one article have opened it at the same time, and lose their network at the same time: they do not ask together.
const SPREAD_MS = 30_000

/** The page hears of a failure by the ordinary events. */
const ignore = () => {}

/**
 * Asks anew when what is known expires, when the page is seen again, and when the network is back: if the page is visible, at most
 * once in a while, and never while the service is spared. Nothing before the page itself has asked for the first time. A failure
 * leaves what is still valid as it is.
 *
 * @throws {SDKError} (at composition) `option-invalid` when `atMostEverySeconds` is no positive number
 * @example createIdentity(options, [fetchTransport(), sessionCache(), sessionPause(), revalidate()])
 */
export function revalidate({ atMostEverySeconds = 60 }: RevalidateOptions = {}): Plugin {
  return {
    name: 'revalidate',
    setup(kernel) {
      checkOption(
        atMostEverySeconds > 0,
        __DEV__ ? given('atMostEverySeconds', atMostEverySeconds, 'seconds, more than 0') : 'atMostEverySeconds',
      )
      const { window } = kernel
      const everyMs = atMostEverySeconds * 1000
      /** When the service was asked last for what this page knows. Undefined until the page has asked. */
      let askedAt: number | undefined
      /** Until when what is known holds. */
      let knownUntil = 0
      /** Older answers are stale: what the cache and the page's server have is older than what was learned since. */
      let notBefore = 0
      let timer: number | undefined
      let isAsking = false
      /** The last call has learned nothing. */
      let hasFailed = false

      const isVisible = () => window.document?.visibilityState !== 'hidden'

      const stopTimer = () => window.clearTimeout(timer)
      /** Looks once more at a moment, or up to half a minute later. */
      const lookAt = (at: number) => {
        stopTimer()
        const ms = Math.max(at - Date.now(), 0) + Math.random() * SPREAD_MS
        timer = window.setTimeout(look, Math.min(ms, MAX_LIFETIME_MS))
      }

      const ask = async () => {
        if (isAsking) return
        isAsking = true
        hasFailed = false
        const before = notBefore
        notBefore = Date.now() - everyMs + 1
        await kernel.hasSession().catch(ignore)
        isAsking = false
        if (!hasFailed) return
        notBefore = before
        // What was known still holds: the page shows it again.
        if (knownUntil > Date.now()) kernel.hasSession().catch(ignore)
      }

      const look = () => {
        // A hidden page looks when it is seen again.
        if (askedAt === undefined || !isVisible()) return
        const notUntil = Math.max(pausedUntil(kernel), askedAt + everyMs)
        if (notUntil > Date.now()) lookAt(Math.max(notUntil, knownUntil))
        else ask()
      }

      kernel.hook('session:check', (check) => {
        // Were the clock set back, everything would be stale.
        if (notBefore <= Date.now()) check.isStale ||= check.answer.askedAt < notBefore
      })
      kernel.hook('session:settled', ({ outcome, answer, startedAt }) => {
        if (outcome === 'refreshing') return
        hasFailed = outcome === 'unavailable'
        if (answer && !hasFailed) {
          askedAt = answer.askedAt
          notBefore = Math.max(notBefore, askedAt)
          knownUntil = answer.expiresAt
        } else askedAt = startedAt
        lookAt(Math.max(pausedUntil(kernel), askedAt + everyMs, knownUntil))
      })
      // Whoever clears the session asks for the next one, or leaves.
      kernel.hook('session:cleared', () => {
        askedAt = undefined
        knownUntil = 0
        stopTimer()
      })
      kernel.onDispose(stopTimer)

      kernel.listen('visibilitychange', look)
      kernel.listen('pageshow', look)
      kernel.listen('online', () => {
        if (askedAt !== undefined) lookAt(askedAt + everyMs)
      })
    },
  }
}
