/**
 * Tells the page what changed: compares the session before and after each call and emits the events of section 6.
 * Hooks: session:settled, logout:before. Storage, methods: none.
 */
import type { Kernel, Plugin } from '../../core/plugin.ts'
import type { HasSessionSuccessResponse } from '../../core/types.ts'

type SessionOrNone = HasSessionSuccessResponse | null

/** Makes the function that emits what has changed between two sessions. It emits `sessionInit` once. */
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
    name: 'session-events',
    setup(kernel) {
      const compare = sessionNews(kernel.emit)

      kernel.hook('session:settled', ({ hasLearned, previous, session, error }) => {
        // Where nothing was learned about the user, there is nothing to compare.
        if (hasLearned) compare(previous, session)
        if (error) kernel.emit('error', error)
      })
      kernel.hook('logout:before', () => kernel.emit('logout', null))
    },
  }
}
