/**
 * Asks anew while the page is open, so that it notices a session that has ended, a login elsewhere, or another user. What comes
 * of it reaches the page by the ordinary events.
 * Hooks: session:settled, session:cleared. Storage: none of its own; it looks whether there is a backoff.
 * Methods: none.
 */
import { checkOption, expected } from '../../core/errors.ts'
import { isHidden, pageReturns, pageShows } from '../../core/kernel/page.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { BrowserWindow } from '../../core/options.ts'
import { MAX_LIFETIME_MS } from '../../core/session/result.ts'
import { sessionBackoffOf } from '../shared/backoff.ts'
import { isTrouble } from '../shared/trouble.ts'

/** Options of {@link revalidate}. */
export interface RevalidateOptions {
  /** A page asks at most once in so many seconds. @default 60 */
  atMostEverySeconds?: number | undefined
}

// Readers of one article have opened it at the same time, and lose their network at the same time: they do not ask together.
const SPREAD_MS = 30_000

/** A page of Angular has zone.js, which adds this. */
interface Zones {
  readonly root: { run(start: typeof setTimeout, self: BrowserWindow, args: unknown[]): number }
  readonly current: { wrap(run: () => void, source: string): () => void }
}

/**
 * Starts a timer that nobody waits for. An application of Angular is stable when no timer of its zone is left, which one of days would
 * prevent. What is run belongs to that zone again, so that the application shows what comes of it.
 */
function startUnawaited(window: BrowserWindow & { readonly Zone?: Zones }, run: () => void, ms: number): number {
  const { setTimeout, Zone } = window
  // A page may have something else of this name.
  return Zone?.root
    ? Zone.root.run(setTimeout, window, [Zone.current.wrap(run, 'portico'), ms])
    : window.setTimeout(run, ms)
}

/** The page hears of a failure by the ordinary events. */
const ignore = () => {}

/**
 * Asks again when what is known expires, when the page is seen again, and when the network is back: if the page is visible, at most
 * once in `atMostEverySeconds`, and never during a backoff. It starts after the page's own first call. A failure emits `error`. What
 * `sessionCache()` keeps stays valid then: the snapshot does not change, and calls resolve with it.
 *
 * @throws {SDKError} (at composition) `option-invalid` when `atMostEverySeconds` is no positive number
 * @example createIdentity(options, [fetchTransport(), sessionCache(), sessionBackoff(), revalidate()])
 */
export function revalidate({ atMostEverySeconds = 60 }: RevalidateOptions = {}): Plugin {
  return {
    name: 'revalidate',
    setup(kernel) {
      checkOption(
        atMostEverySeconds > 0,
        __DEV__ ? expected('atMostEverySeconds', atMostEverySeconds, 'seconds, more than 0') : 'atMostEverySeconds',
      )
      const { window } = kernel
      const backoff = sessionBackoffOf(kernel)
      const everyMs = atMostEverySeconds * 1000
      /** The page has asked by itself. */
      let hasAsked = false
      /** When the service was asked last, whatever came of it. */
      let askedAt = 0
      /** Until when what is known holds. */
      let knownUntil = 0
      let timer: number | undefined

      const stopTimer = () => window.clearTimeout(timer)
      /** Looks once more at a moment, or up to half a minute later. */
      const scheduleAt = (at: number) => {
        stopTimer()
        const ms = Math.max(at - Date.now(), 0) + Math.random() * SPREAD_MS
        timer = startUnawaited(window, revalidateIfDue, Math.min(ms, MAX_LIFETIME_MS))
      }

      const revalidateIfDue = () => {
        // A hidden page looks when it is seen again.
        if (!hasAsked || isHidden(window)) return
        const notUntil = Math.max(backoff.until(), askedAt + everyMs)
        if (notUntil > Date.now()) return scheduleAt(Math.max(notUntil, knownUntil))
        kernel.hasSession(Date.now() - everyMs + 1).catch(ignore)
      }

      kernel.hook('session:settled', ({ outcome, result, error, startedAt }) => {
        if (outcome === 'refreshing') return
        hasAsked = true
        if (result) knownUntil = result.expiresAt
        // A call that a backoff has refused has asked nobody. What is kept may be older than the last failure.
        const since = result && !isTrouble(error) ? result.askedAt : startedAt
        if (!error?.retryAt) askedAt = Math.max(askedAt, since)
        scheduleAt(Math.max(backoff.until(), askedAt + everyMs, knownUntil))
      })
      // Whoever clears the session asks for the next one, or leaves. A page that stays, or comes back, looks when it is seen again.
      kernel.hook('session:cleared', () => {
        knownUntil = 0
        stopTimer()
      })
      kernel.onDispose(stopTimer)

      pageShows(kernel, revalidateIfDue)
      pageReturns(kernel, revalidateIfDue)
      kernel.listen('online', () => {
        if (hasAsked) scheduleAt(askedAt + everyMs)
      })
    },
  }
}
