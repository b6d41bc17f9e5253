/**
 * The session as a value: what is known of the reader, why, since when, and from where, for pages and frameworks that
 * render it.
 * Hooks: session:request, session:accepted, session:failed, logout:before. Storage: none.
 * Methods: getSnapshot, subscribe.
 */
import type { SessionCall } from '../../core/hooks.ts'
import type { Plugin } from '../../core/plugin.ts'
import type { SDKErrorReason } from '../../core/reasons.ts'
import type { HasSessionSuccessResponse } from '../../core/types.ts'

/** Where what is known came from: the tab's cache, the service, a head start, another tab, or the page's server. */
export type SessionSource = NonNullable<SessionCall['source']>

/** What is known at one moment. Frozen, and the same object until something changes. */
export interface Snapshot {
  /**
   * `unknown` until somebody asks, `loading` while the first answer is on its way; `connected` and `notConnected` for a
   * user, `loggedOut` for none; `unavailable` when the service could not be asked.
   */
  readonly status: 'unknown' | 'loading' | 'connected' | 'notConnected' | 'loggedOut' | 'unavailable'
  /** The session of the user; while `unavailable` that which was known last. Null when there is none. */
  readonly session: HasSessionSuccessResponse | null
  /** Why it is `unavailable`; undefined otherwise. */
  readonly reason: SDKErrorReason | undefined
  /** When this became known, in milliseconds since the epoch. */
  readonly since: number
  /** Where it became known from; undefined before, and after a logout on this page. */
  readonly source: SessionSource | undefined
}

declare module '../../core/events.ts' {
  interface IdentityEvents {
    /** `getSnapshot()` returns something else than before. */
    snapshot: Snapshot
  }
}

/** What the plugin contributes. Both may be taken off the instance, as React's `useSyncExternalStore` does. */
export interface StatusApi {
  /** What is known now. Asks nobody. */
  getSnapshot(): Snapshot
  /**
   * Calls `listener` at each change of {@link StatusApi.getSnapshot}: the event `snapshot`, in a store's words.
   *
   * @returns a function that takes the listener off again
   * @throws {SDKError} `argument-invalid` when `listener` is no function
   */
  subscribe(listener: (snapshot: Snapshot) => void): () => void
}

/**
 * Contributes `getSnapshot` and `subscribe`.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), status()])
 * identity.subscribe(({ status, session }) => render(status, session?.givenName))
 * identity.hasSession().catch(() => {})
 */
export function status(): Plugin<StatusApi> {
  return {
    name: __DEV__ ? 'status' : '',
    setup(kernel) {
      let snapshot = {} as Snapshot
      const set = (
        status: Snapshot['status'],
        session: Snapshot['session'],
        source?: SessionSource,
        reason?: SDKErrorReason,
      ) => {
        if (status === snapshot.status && session === snapshot.session && reason === snapshot.reason) return
        snapshot = Object.freeze({ status, session, reason, since: Date.now(), source })
        kernel.emit('snapshot', snapshot)
      }
      set('unknown', null)

      const settle = (session: Snapshot['session'], { source, askedAt }: SessionCall) => {
        const user = session?.userId ? session : null
        const from = source ?? (askedAt ? 'network' : 'cache')
        set(user ? (user.result ? 'connected' : 'notConnected') : 'loggedOut', user, from)
      }

      kernel.hook('session:request', () => {
        if (snapshot.status === 'unknown') set('loading', null)
      })
      kernel.hook('session:accepted', (accepted) => settle(accepted.session, accepted))
      kernel.hook('session:failed', (failed) => {
        const { reason } = failed.error
        if (reason === 'session-missing') settle(null, failed)
        // A page that is on its way to a refresh knows what it knew.
        else if (reason !== 'session-refreshing') set('unavailable', snapshot.session, snapshot.source, reason)
      })
      kernel.hook('logout:before', () => set('loggedOut', null))

      return { getSnapshot: () => snapshot, subscribe: (listener) => kernel.on('snapshot', listener) }
    },
  }
}
