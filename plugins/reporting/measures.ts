/**
 * Measures what a reader waits for: session calls, refreshes, logins. For the page's analytics by an event, and for
 * the browser's performance tools as entries. Nothing of it says who the reader is.
 * Hooks: session:request, fetch:before, session:fetched, session:accepted, session:failed, session:cleared,
 * login:before. Storage: one entry per client, environment and session domain while the page is left
 * for a login or a refresh, for an hour at most. Methods: none.
 */
import type { SyncHooks } from '../../core/hooks.ts'
import type { Plugin } from '../../core/plugin.ts'
import type { SDKErrorReason } from '../../core/reasons.ts'
import { sessionPath } from '../../core/urls.ts'

/** One thing that was measured. Never an identifier of a person. */
export interface Measured {
  readonly operation: 'session' | 'refresh' | 'login'
  /**
   * Of a session call: `connected` and `notConnected` with a user, `loggedOut` without, `unavailable` when that cannot be
   * known. Of a refresh or a login: `started`, and `returned` with the first session call that has an answer, or a user.
   * Of a login also: `blocked`, by the browser's popup blocker.
   */
  readonly outcome: 'connected' | 'notConnected' | 'loggedOut' | 'unavailable' | 'started' | 'returned' | 'blocked'
  /** Why a session call, or the one after a refresh, failed; undefined where it did not. */
  readonly reason: SDKErrorReason | undefined
  /** Of a session call: where its answer came from. */
  readonly source: 'cache' | 'network' | 'head' | 'tab' | 'server' | undefined
  /** Milliseconds it took: of what returned since it started, of what started none. */
  readonly ms: number
}

declare module '../../core/events.ts' {
  interface IdentityEvents {
    /** Something was measured. */
    measured: Measured
  }
}

const ONE_HOUR_MS = 3_600_000

/** What the page may be left for; each has an entry in the storage, of when. */
const LEAVINGS = ['refresh', 'login'] as const
type Leaving = (typeof LEAVINGS)[number]

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
    name: __DEV__ ? 'measures' : '',
    setup(kernel) {
      const { performance } = kernel.window
      const now = () => (performance ?? Date).now()
      const sessionUrl = `${kernel.options.sessionDomain}/${sessionPath(kernel.options)}`

      const tell = (
        operation: Measured['operation'],
        outcome: Measured['outcome'],
        took = 0,
        reason?: Measured['reason'],
        source?: Measured['source'],
      ) => {
        const measured = { operation, outcome, reason, source, ms: Math.round(took) }
        const name = `portico ${operation}${source ? ` ${source}` : ''}`
        const end = now()
        const devtools = {
          dataType: 'track-entry',
          trackGroup: 'Portico',
          track: operation,
          color: outcome === 'unavailable' || outcome === 'blocked' ? 'error' : 'primary',
          tooltipText: `${operation}: ${outcome}`,
          properties: Object.entries({ reason, source }).filter(([, value]) => value),
        }
        try {
          // A page may ask its cache thousands of times: of those, the latest stays.
          if (source === 'cache') performance.clearMeasures(name)
          performance.measure(name, { start: Math.max(0, end - took), end, detail: { ...measured, devtools } })
        } catch {
          // The browser has nothing of it, or an older form: the event tells.
        }
        kernel.emit('measured', measured)
      }

      const entries = {
        refresh: kernel.storage.entry('measure-refresh'),
        login: kernel.storage.entry('measure-login'),
      }
      let startedAt = 0
      let fetch: SyncHooks['fetch:before'] | undefined
      let isAsked = false
      let login: SyncHooks['login:before'] | undefined
      /** A login in a popup, and who was there before. */
      let popup: { at: number; before: number | undefined } | undefined
      /** The page is being left: whatever is heard on it is no return. */
      let isLeaving = false

      const leave = (operation: Leaving) => {
        isLeaving = true
        entries[operation].set(Date.now(), Date.now() + ONE_HOUR_MS)
      }
      const stay = () => {
        isLeaving = false
      }
      kernel.window.addEventListener?.('pageshow', stay, { signal: kernel.signal })

      kernel.hook('session:request', () => {
        startedAt = now()
        fetch = undefined
        isAsked = false
      })
      kernel.hook('fetch:before', (request) => {
        if (request.url.startsWith(sessionUrl)) fetch = request
      })
      kernel.hook('session:fetched', (fetched) => {
        isAsked ||= fetched.isCurrent()
      })

      const end = (
        outcome: Measured['outcome'],
        source?: Measured['source'],
        user?: number,
        reason?: SDKErrorReason,
        isKnown = reason === 'session-refreshing',
      ) => {
        // Looked at now, since a handler that comes later than ours may have filled it.
        const asked = fetch?.response ? 'head' : fetch || isAsked ? 'network' : 'cache'
        tell('session', outcome, now() - startedAt, reason, source ?? asked)
        // The service was asked, and what was known before counts on: it wants to be visited.
        if (isKnown && asked !== 'cache') {
          tell('refresh', 'started')
          leave('refresh')
        }
        if (popup && user && user !== popup.before) {
          tell('login', 'returned', Date.now() - popup.at)
          popup = undefined
        }
        if (isLeaving) return
        for (const operation of LEAVINGS) {
          const at = Number(entries[operation].get())
          if (!at || (operation === 'login' && !user)) continue
          entries[operation].remove()
          tell(operation, 'returned', Math.max(0, Date.now() - at), reason)
        }
      }
      kernel.hook('session:accepted', (accepted) => {
        const { result, userId } = accepted.session
        end(
          userId ? (result ? 'connected' : 'notConnected') : 'loggedOut',
          accepted.source,
          userId,
          undefined,
          accepted.session === accepted.previous,
        )
      })
      kernel.hook('session:failed', (failed) => {
        const { reason } = failed.error
        if (reason === 'session-missing') end('loggedOut', failed.source)
        else end('unavailable', failed.source, undefined, reason)
      })

      kernel.hook('login:before', (context) => {
        login = context
      })
      // The login clears the session when all have heard of it: by now it is known where it goes.
      kernel.hook('session:cleared', () => {
        if (!login) return
        const { window: opened, options: wanted } = login
        login = undefined
        tell('login', 'started')
        if (opened) popup = { at: Date.now(), before: kernel.answer?.body.userId }
        else {
          if (opened === null || wanted.preferPopup) tell('login', 'blocked')
          if (opened === undefined) leave('login')
        }
      })
    },
  }
}
