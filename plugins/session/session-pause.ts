/**
 * Spares a session service in trouble: after a failure no tab of the site asks it again for a while, and until then
 * calls fail at once, as that one did.
 * Hooks: session:request, session:accepted, session:failed, session:cleared. Storage: one entry in local storage per
 * client, environment and session domain. Methods: none.
 */
import { SDKError } from '../../core/errors.ts'
import type { SessionCall, SessionFailedContext } from '../../core/hooks.ts'
import type { Plugin } from '../../core/plugin.ts'
import type { SDKErrorReason } from '../../core/reasons.ts'
import { createStorage } from '../../core/storage.ts'

declare module '../../core/errors.ts' {
  interface SDKErrorDetails {
    /** When the session service will be asked again, in milliseconds since the epoch. Until then calls fail with this error. */
    retryAt?: number
    /** How long it is spared in all, in milliseconds. */
    pauseMs?: number
  }
  interface SDKError {
    /** As in {@link SDKErrorDetails}; absent where the next call asks again. */
    readonly retryAt: number | undefined
    readonly pauseMs: number | undefined
  }
}

/** A pause, as it stands in the storage: outside data, as the page's other scripts can write it too. */
interface Pause {
  reason: SDKErrorReason
  code?: number
  retryAt: number
  pauseMs: number
}

/** A call that was accepted, or has failed. */
type EndedCall = SessionCall & Partial<Pick<SessionFailedContext, 'answer' | 'error'>>

// Found by simulation: shorter pauses ask too often, longer ones keep readers unknown when all is well again.
const FIRST_MS = 5000
const LONGEST_MS = 20_000
const HOUR_MS = 3_600_000
// With the spread, an hour.
const STATED_AT_MOST_MS = 2_400_000

/** Failures of the call that say nothing about the reader; `refreshing` is none, and `missing` says something. */
const TROUBLE = /session-(?!missing|refreshing)|timeout/

/**
 * Remembers a failure of the session service, over page views and for all tabs: for as long as the service says by
 * `Retry-After`, and up to half as long again; else for 5 s at first, then for twice as long as the time before, up to
 * 20 s; and by chance up to seven times as long, so that pages which failed together do not come back together. A good
 * answer, a login or logout, or `clearCachedUserSession` ends it; so does the browser's being online again, where the
 * failure has no code. Compose it after the plugins that may know a session, such as the cache and the head start.
 *
 * @throws {SDKError} (from `hasSession`) that of the failure, with {@link SDKErrorDetails.retryAt}
 * @example createIdentity(options, [fetchTransport(), sessionCache(), sessionPause()])
 */
export function sessionPause(): Plugin {
  return {
    name: __DEV__ ? 'session-pause' : '',
    ...(__DEV__ && { after: ['session-cache', 'head-start'] }),
    setup(kernel) {
      // The last pause, be it over or not. What would last for longer than an hour is none: the clock was set back, or
      // somebody else has written it.
      const entry = createStorage(kernel.options, 'localStorage').entry('pause', HOUR_MS)

      const settle = (call: EndedCall) => {
        if (!call.askedAt) return
        if (!TROUBLE.test(call.error?.reason as string)) return entry.remove()
        const now = Date.now()
        const before = entry.get() as Pause | undefined
        // Another tab has failed meanwhile: that was the same trouble.
        if ((before?.retryAt as number) > now) return
        const statedMs =
          (call.answer?.retryAfter as unknown as number) * 1000 || Date.parse(call.answer?.retryAfter as string) - now
        // Whole milliseconds, so that a timer which ends then is not early.
        const pauseMs = ~~(statedMs > 0
          ? Math.min(statedMs, STATED_AT_MOST_MS) * (1 + Math.random() / 2)
          : Math.min(Math.max(2 * (before?.pauseMs as number) || 0, FIRST_MS), LONGEST_MS) * (1 + Math.random() * 6))
        // Kept for longer than it is in force, for the one that may follow.
        entry.set(
          {
            code: (call.error as SDKError).code,
            reason: (call.error as SDKError).reason,
            retryAt: now + pauseMs,
            pauseMs,
          },
          now + HOUR_MS,
        )
      }

      kernel.hook('session:request', (request) => {
        // First, since a page asks its cache many times.
        if (request.answer) return
        const pause = entry.get() as Pause
        if (pause?.retryAt > Date.now())
          throw new SDKError(
            pause.reason,
            __DEV__ ? `the service is not asked again before ${new Date(pause.retryAt).toISOString()}` : pause.code,
            pause,
          )
      })
      kernel.hook('session:cleared', entry.remove)
      kernel.hook('session:failed', settle)
      kernel.hook('session:accepted', settle)
      // A failure without an answer may have been that of the reader's own network.
      kernel.window.addEventListener?.('online', () => (entry.get() as Pause | undefined)?.code || entry.remove(), {
        signal: kernel.signal,
      })
    },
  }
}
