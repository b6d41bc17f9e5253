/**
 * The session as a value: what is known about the reader, since when, and where from. For pages and frameworks that render it.
 * Hooks: session:started, session:settled, session:cleared, logout:before. Storage: none.
 * Methods: getSnapshot, getServerSnapshot, subscribe.
 */
import { givenSessionIn } from '../../core/page-head.ts'
import type { Plugin } from '../../core/plugin.ts'
import { readAnswer } from '../../core/session-answer.ts'
import { type SessionSource, type Snapshot, serverSnapshot, UNKNOWN } from './snapshot.ts'

export type { SessionSource, Snapshot } from './snapshot.ts'

declare module '../../core/events.ts' {
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
   * What the first render is to show: the session that the page's server handed over by `initialSessionScript`, else `unknown`. It
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
      const [, , body] = givenSessionIn(kernel.options) ?? []
      const given = body && readAnswer({ status: 200, body }).session
      const firstSnapshot = serverSnapshot(given?.userId ? given : undefined)
      const since = Date.now()
      let snapshot: Snapshot = Object.freeze({ ...UNKNOWN, since })
      const show = (next: Snapshot) => {
        const { status, session, reason } = snapshot
        // An answer that is read again is the same session: see core/session-answer.ts.
        if (next.status === status && next.session === session && next.reason === reason) return
        snapshot = Object.freeze(next)
        kernel.emit('snapshot', snapshot)
      }
      const showNobody = (status: 'unknown' | 'loading' | 'loggedOut', source?: SessionSource) =>
        show({ status, session: null, reason: undefined, since: Date.now(), source })

      kernel.hook('session:started', () => {
        if (snapshot.status === 'unknown') showNobody('loading')
      })
      kernel.hook('session:settled', ({ outcome: status, session, origin, error, stillHolds }) => {
        if (status === 'connected' || status === 'notConnected')
          show({ status, session, reason: undefined, since: Date.now(), source: origin })
        if (status === 'loggedOut') showNobody(status, origin)
        // Nothing was learned, so the last session stays. Where an older answer still holds, the snapshot does not change, unless it is `loading`.
        if (status === 'unavailable' && !(stillHolds && snapshot.status !== 'loading'))
          show({
            status,
            session: snapshot.session,
            reason: error.reason,
            since: Date.now(),
            source: snapshot.source,
          })
      })
      // Nobody is told of the call that is on its way.
      kernel.hook('session:cleared', () => {
        if (snapshot.status === 'loading') showNobody('unknown')
      })
      kernel.hook('logout:before', () => showNobody('loggedOut'))

      return {
        getSnapshot: () => snapshot,
        getServerSnapshot: () => firstSnapshot,
        subscribe: (listener) => kernel.on('snapshot', listener),
      }
    },
  }
}
