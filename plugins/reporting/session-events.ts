/**
 * Tells the page what changed: compares the session before and after each call and emits the events of section 6.
 * Hooks: session:accepted, session:failed, logout:before. Storage, methods: none.
 */
import type { Kernel, Plugin } from '../../core/plugin.ts'
import type { HasSessionSuccessResponse } from '../../core/types.ts'

type SessionOrNone = HasSessionSuccessResponse | null

/** Makes the function that emits what is new about the user between two sessions. It knows what was emitted once. */
export function sessionNews(
  emit: Kernel['emit'],
): (previous: SessionOrNone | undefined, session: SessionOrNone) => void {
  let isInitialised = false

  return (previous, session) => {
    const before = previous?.userId
    const after = session?.userId
    if (session && after) {
      emit('login', session)
      if (before && before !== after) emit('userChange', session)
    } else if (before) emit('logout', session)
    emit(before || after ? 'sessionChange' : 'notLoggedin', session)
    if (session && after && !isInitialised) {
      isInitialised = true
      emit('sessionInit', session)
    }
    if (previous?.userStatus !== session?.userStatus) emit('statusChange', session)
  }
}

/**
 * Emits login, logout, userChange, sessionChange, notLoggedin, sessionInit, statusChange and error.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), sessionEvents()])
 * identity.on('login', (session) => greet(session.givenName))
 */
export function sessionEvents(): Plugin {
  return {
    name: __DEV__ ? 'session-events' : '',
    setup(kernel) {
      const compare = sessionNews(kernel.emit)

      kernel.hook('session:accepted', (accepted) => compare(accepted.previous, accepted.session))
      kernel.hook('session:failed', (failed) => {
        // "There is no session" is an answer about the user; any other failure says nothing about them.
        if (failed.error.reason === 'session-missing') compare(failed.previous, failed.session)
        // A page that is on its way to a refresh has not failed.
        if (failed.error.reason !== 'session-refreshing') kernel.emit('error', failed.error)
      })
      kernel.hook('logout:before', () => kernel.emit('logout', null))
    },
  }
}
