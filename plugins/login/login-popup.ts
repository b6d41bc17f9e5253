/**
 * Logs in by popup, and says how it ended: by asking the session service, whenever something says that it is time to.
 * Where `login` with `preferPopup` is enough, compose preferPopup() instead.
 * Hooks: login:before, session:accepted; calls login:request. Storage: none; a broadcast channel while it waits.
 * Methods: loginPopup.
 */
import type { SDKError } from '../../core/errors.ts'
import type { SyncHooks } from '../../core/hooks.ts'
import type { Plugin } from '../../core/plugin.ts'
import { RELAY_PREFIX } from '../../core/shared-names.ts'
import type { HasSessionSuccessResponse } from '../../core/types.ts'
import { openPopup, watchPopup } from './popup-window.ts'

type LoginOptions = SyncHooks['login:request']['options']

/** What {@link LoginPopupApi.loginPopup} takes (section 2.2). */
export interface LoginPopupOptions extends Omit<LoginOptions, 'preferPopup'> {
  /** Ends the waiting and closes the popup. */
  signal?: AbortSignal
}

/** How a login by popup ended. */
export interface LoginPopupResult {
  /**
   * `connected`: the session service says so. `cancelled`: the popup is closed, or another login took its place, and
   * the service says that the user is not connected. `blocked`: no popup opened. `unknown`: the service could not be
   * asked, or the popup may still be open somewhere.
   */
  outcome: 'connected' | 'cancelled' | 'blocked' | 'unknown'
}

/** What the plugin contributes. */
export interface LoginPopupApi {
  /**
   * Opens the login page in a popup, within a click, and waits for its end: for 15 minutes at most. A second call takes
   * the place of one that waits. A popup that ends later than its promise is told of by the ordinary events.
   *
   * @throws {SDKError} (rejects) `argument-invalid`, naming the field; `disposed`; with the reason of `signal`, when that aborts
   */
  loginPopup(options: LoginPopupOptions): Promise<LoginPopupResult>
}

/**
 * Contributes `loginPopup`. The page on which the popup ends is made by `relayPage` of `portico/relay`; without it the
 * end is noticed when the popup is closed.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), login(), loginPopup()])
 * button.onclick = async () => {
 *   const { outcome } = await identity.loginPopup({ state })
 *   if (outcome === 'blocked') identity.login({ state })
 * }
 */
export function loginPopup(): Plugin<LoginPopupApi> {
  return {
    name: __DEV__ ? 'login-popup' : '',
    ...(__DEV__ && { requires: ['login'] }),
    setup(kernel) {
      /** The login that is about to open its popup; it is known again by its options. */
      let attempt: { options?: LoginOptions; popup?: Window | null } = {}
      /** What the login that waits does when another one begins, and when a session is known. */
      let giveUp: (() => void) | undefined
      let learn: ((session: HasSessionSuccessResponse) => void) | undefined

      kernel.hook('login:before', (login) => {
        if (login.options === attempt.options) {
          const popup = openPopup(kernel.window, login.url)
          // Some blockers give a window that is closed already.
          login.window = attempt.popup = popup?.closed ? null : popup
        }
        if (login.window !== null) giveUp?.()
      })
      kernel.hook('session:accepted', (accepted) => learn?.(accepted.session))

      const wait = (popup: Window, given: LoginPopupOptions) =>
        new Promise<LoginPopupResult>((resolve, reject) => {
          const before = kernel.answer?.body.userId
          const controller = new AbortController()
          const { signal } = controller
          /** That the user is connected is news of the popup, also if they were before. */
          let isNews = false
          /** Whatever the service says now is the outcome. */
          let isLast = false
          let isClosed = false
          let rounds = 0

          const end = () => {
            controller.abort()
            popup.close()
          }
          giveUp = () => {
            end()
            resolve({ outcome: 'cancelled' })
          }
          learn = (session) => {
            if (!session.result || (!isNews && session.userId === before)) return
            end()
            resolve({ outcome: 'connected' })
          }
          const ask = async () => {
            const round = ++rounds
            let isKnown = true
            try {
              kernel.clearSession()
              await kernel.hasSession()
            } catch (error) {
              isKnown = (error as SDKError).reason === 'session-missing'
            }
            // A popup that is late is still listened for.
            if (isLast && round === rounds) resolve({ outcome: isKnown && isClosed ? 'cancelled' : 'unknown' })
          }

          for (const ending of [given.signal, kernel.signal])
            ending?.addEventListener(
              'abort',
              () => {
                end()
                reject(ending.reason)
              },
              { signal },
            )
          const { origin } = new URL(given.redirectUri || kernel.options.redirectUri)
          watchPopup(
            kernel.window,
            popup,
            { name: RELAY_PREFIX + kernel.options.clientId, origin, signal },
            {
              returned: ask,
              called() {
                isNews = true
                ask()
              },
              over(closed) {
                isNews = isLast = true
                isClosed = closed
                ask()
              },
            },
          )
        })

      return {
        async loginPopup(given) {
          given?.signal?.throwIfAborted()
          const own: typeof attempt = { options: { ...given, preferPopup: false } }
          attempt = own
          kernel.callSync('login:request', { options: own.options as LoginOptions })
          return own.popup ? wait(own.popup, given) : { outcome: 'blocked' }
        },
      }
    },
  }
}
