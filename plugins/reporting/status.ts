/**
 * The session as a value: what is known about the reader, since when, and where from. For pages and frameworks that render it.
 * Middleware: first. Hooks: session:settled, session:cleared, logout:before. Storage: none.
 * Methods: getSnapshot, getServerSnapshot, subscribe.
 */
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { SDKErrorReason } from '../../core/reasons.ts'
import type { SessionSource } from '../../core/session/result.ts'
import { serverSessionIn } from '../shared/page-head.ts'
import { type Snapshot, serverSnapshot, UNKNOWN } from './snapshot.ts'

export type { EmptySnapshot, Snapshot } from './snapshot.ts'
export type { SessionSource }

declare module '../../core/session/types.ts' {
  interface IdentityEvents {
    /** `getSnapshot()` returns something else than before. */
    snapshot: Snapshot
  }
}

/** What the plugin contributes. All may be taken off the instance, as React's `useSyncExternalStore` does. */
export interface StatusApi {
  /** What is known now. It asks nobody. */
  getSnapshot(): Snapshot
  /**
   * What the first render is to show: the session that the page's server has put into the page by `initialSessionScript`, else `unknown`. It
   * never changes, so that what a server has rendered and the first render in the browser are the same.
   */
  getServerSnapshot(): Snapshot
  /**
   * Does the same as `on('snapshot', listener)`, in the form that stores expect.
   *
   * @returns a function that removes the listener
   * @throws {SDKError} (in development) `argument-invalid` when `listener` is no function
   */
  subscribe(listener: (snapshot: Snapshot) => void): () => void
}

/**
 * Contributes `getSnapshot`, `getServerSnapshot` and `subscribe`.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), status()])
 * identity.subscribe(({ status, session }) => render(status, session?.givenName))
 * identity.hasSession().catch(() => {})
 */
export function status(): Plugin<StatusApi> {
  return {
    name: 'status',
    setup(kernel) {
      // Now, since whoever asks first takes it away. Over or not: it is what the page shows.
      const [, , given] = serverSessionIn(kernel.options) ?? []
      const firstSnapshot = serverSnapshot(given?.userId ? given : undefined)
      const since = Date.now()
      let snapshot: Snapshot = Object.freeze({ ...UNKNOWN, since })
      const show = (
        status: Snapshot['status'],
        session: Snapshot['session'] = null,
        source?: SessionSource,
        reason?: SDKErrorReason,
      ) => {
        // A kept answer is the same object each time.
        if (status === snapshot.status && session === snapshot.session && reason === snapshot.reason) return
        // The compiler does not see that each status comes with what belongs to it.
        snapshot = Object.freeze({ status, session, reason, since: Date.now(), source } as Snapshot)
        kernel.emit('snapshot', snapshot)
      }

      kernel.use('first', (_call, next) => {
        if (snapshot.status === 'unknown') show('loading')
        return next()
      })
      kernel.hook('session:settled', ({ outcome, session, source, error }) => {
        if (outcome === 'refreshing') return
        // Nothing was learned, so the last session stays.
        if (outcome === 'unavailable') show(outcome, snapshot.session, snapshot.source, error.reason)
        // What the service says of a session without a user is for nobody to see.
        else show(outcome, outcome === 'loggedOut' ? null : session, source)
      })
      // Nobody is told of the call that is on its way.
      kernel.hook('session:cleared', () => {
        if (snapshot.status === 'loading') show('unknown')
      })
      kernel.hook('logout:before', () => show('loggedOut'))

      return {
        getSnapshot: () => snapshot,
        getServerSnapshot: () => firstSnapshot,
        subscribe: (listener) => kernel.on('snapshot', listener),
      }
    },
  }
}
