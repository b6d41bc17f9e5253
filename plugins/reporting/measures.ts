/**
 * Measures what a reader waits for: session calls, refreshes, logins. The page's analytics get an event, the browser's performance
 * tools get entries. Nothing in them says who the reader is.
 * Hooks: session:settled, login:started. Storage: two entries per client, environment and session domain, one for a login and one for a
 * refresh, each while the page is left for it, for an hour at most. Methods: none.
 */
import { numberIn } from '../../core/json.ts'
import { pageReturns } from '../../core/kernel/page.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { SDKErrorReason } from '../../core/reasons.ts'
import type { SessionOutcome } from '../../core/session/ending.ts'
import { isRequest, type SessionSource } from '../../core/session/result.ts'
import type { Session } from '../../core/session/types.ts'

/** One measurement. It never holds an identifier of a person. */
export interface Measured {
  /** What was measured: a session call, a refresh of the session cookie, or a login. */
  readonly operation: 'session' | 'refresh' | 'login'
  /**
   * Of a session call: `connected` and `notConnected` with a user, `loggedOut` without, `unavailable` when that cannot be
   * known, `refreshing` when the page is left to refresh the cookie. Of a refresh or a login: `started` and `returned`. A refresh has
   * `returned` at the first session call after it that ends; a login at the first one with a user; a login by popup at the first one
   * with another user than before, or one who is connected since. Of a login also: `blocked`, by the browser's popup blocker.
   */
  readonly outcome: SessionOutcome | 'started' | 'returned' | 'blocked'
  /** Why a session call, or the one after a refresh, failed; undefined where it did not. */
  readonly reason: SDKErrorReason | undefined
  /** Of a session call: where its answer came from; undefined where nobody was asked. */
  readonly source: SessionSource | undefined
  /** Milliseconds it took. Of a `returned`: since it started. 0 for `started` and `blocked`. */
  readonly ms: number
}

declare module '../../core/session/types.ts' {
  interface IdentityEvents {
    /** Something was measured. */
    measured: Measured
  }
}

const RETURN_WITHIN_MS = 3_600_000

/** What else belongs to a measurement. */
interface Details {
  readonly tookMs?: number
  readonly reason?: SDKErrorReason
  readonly source?: SessionSource
}

/**
 * Emits `measured`, and makes an entry for each by `performance.measure`, with a track of their own in Chromium's
 * performance panel.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), login(), measures()])
 * identity.on('measured', (measured) => navigator.sendBeacon('/measured', JSON.stringify(measured)))
 */
export function measures(): Plugin {
  return {
    name: 'measures',
    setup(kernel) {
      const { performance } = kernel.window

      const tell = (
        operation: Measured['operation'],
        outcome: Measured['outcome'],
        { tookMs = 0, reason, source }: Details = {},
      ) => {
        // The clock may be set while something is measured.
        const ms = Math.max(0, Math.round(tookMs))
        const measured: Measured = { operation, outcome, reason, source, ms }
        const name = `portico ${operation}${source ? ` ${source}` : ''}`
        const devtools = {
          dataType: 'track-entry',
          trackGroup: 'Portico',
          track: operation,
          color: outcome === 'unavailable' || outcome === 'blocked' ? 'error' : 'primary',
          tooltipText: `${operation}: ${outcome}`,
          properties: Object.entries({ reason, source }).filter(([, value]) => value),
        }
        try {
          const end = performance.now()
          // A page may ask its cache thousands of times: only the latest of these stays.
          if (source === 'cache') performance.clearMeasures(name)
          performance.measure(name, { start: Math.max(0, end - ms), end, detail: { ...measured, devtools } })
        } catch {
          // The browser has no such entries, or an older form of them: the event tells.
        }
        kernel.emit('measured', measured)
      }

      /** What the page was left for, and when; kept for the page that the browser comes back to. */
      const leftFor = {
        refresh: kernel.storage.entry('measure-refresh', numberIn),
        login: kernel.storage.entry('measure-login', numberIn),
      }
      /** A login in a popup: when it began, and who was there before. */
      let popup: { readonly at: number; readonly before: Session | null } | undefined
      /** The page is being left: what happens on it now is no return. */
      let isLeaving = false

      const remember = (operation: keyof typeof leftFor) =>
        leftFor[operation].set(Date.now(), Date.now() + RETURN_WITHIN_MS)
      const leave = (operation: keyof typeof leftFor) => {
        isLeaving = true
        remember(operation)
      }
      const comeBack = (operation: keyof typeof leftFor, reason?: SDKErrorReason) => {
        const at = leftFor[operation].get()
        if (isLeaving || at === undefined) return
        leftFor[operation].remove()
        tell(operation, 'returned', { tookMs: Date.now() - at, reason })
      }
      pageReturns(kernel, () => {
        isLeaving = false
      })

      kernel.hook('session:settled', ({ outcome, source, session, error, startedAt }) => {
        // "Not logged in" is a response, and no failure.
        const reason = outcome === 'loggedOut' ? undefined : error?.reason
        tell('session', outcome, { tookMs: Date.now() - startedAt, reason, source })
        if (outcome === 'refreshing') {
          // Where nobody was asked, the page was being left already.
          if (!isRequest(source)) return
          tell('refresh', 'started')
          return leave('refresh')
        }
        comeBack('refresh', reason)
        if (outcome !== 'connected' && outcome !== 'notConnected') return
        comeBack('login')
        if (!popup || (session.userId === popup.before?.userId && session.result === popup.before?.result)) return
        tell('login', 'returned', { tookMs: Date.now() - popup.at })
        popup = undefined
      })
      kernel.hook('login:started', ({ how, wasBlocked }) => {
        tell('login', 'started')
        if (wasBlocked) tell('login', 'blocked')
        if (how === 'redirect') leave('login')
        // It may have opened another tab.
        if (how === 'link') remember('login')
        if (how === 'popup') popup = { at: Date.now(), before: kernel.knownSession() }
      })
    },
  }
}
