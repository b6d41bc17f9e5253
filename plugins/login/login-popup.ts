/**
 * Logs in by popup, and says how it ended. It asks the session service whenever something shows that the popup may have ended.
 * Hooks: login:before, session:settled. Storage: none; a broadcast channel while it waits.
 * Methods: loginPopup.
 */
import { SDKError } from '../../core/errors.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import { RELAY_PREFIX } from '../../core/names.ts'
import type { Session } from '../../core/session/types.ts'
import { returnUri } from '../../core/urls.ts'
import { openPopup } from '../shared/popup.ts'
import { paced } from '../shared/waiting.ts'
import { isInForeignFrame } from './foreign-frame.ts'
import { goToLogin } from './go-to-login.ts'
import type { LoginOptions } from './login.ts'
import { askAnew, beginWait, endWait, hearAnswer, hearMessage, isResult, losePopup, outcomeOf } from './popup-wait.ts'
import { watchPopup } from './popup-window.ts'

/** What {@link LoginPopupApi.loginPopup} takes (section 2.2). */
export interface LoginPopupOptions extends Omit<LoginOptions, 'preferPopup'> {
  /** Ends the waiting and closes the popup. */
  signal?: AbortSignal | undefined
}

/** How a login by popup ended. */
export interface LoginPopupResult {
  /**
   * `connected`: the session service says so. `cancelled`: the popup is closed, and the service says that the user is not connected;
   * or another login began, and the service was not asked. `blocked`: no popup opened. `unknown`: the service could not be asked, the
   * popup may still be open, or 15 minutes are over. Or the page is in a frame of another site, to which browsers do not tell of a login.
   */
  outcome: 'connected' | 'cancelled' | 'blocked' | 'unknown'
}

/** What the plugin contributes. */
export interface LoginPopupApi {
  /**
   * Opens the login page in a popup. Call it within a click. It waits for the end of the login, for 15 minutes at most. A second call
   * ends the first one as `cancelled`, unless its own popup is blocked. If the login ends after the promise has settled, the events
   * tell the page.
   *
   * @throws {SDKError} (rejects) `argument-invalid`, naming the field; `disposed`; with the reason of `signal`, when that aborts, or with an
   * `AbortError` if it has none
   */
  loginPopup(options: LoginPopupOptions): Promise<LoginPopupResult>
}

/** A login that opens its popup in the middle of `login`. */
interface Attempt {
  readonly options: LoginOptions
  popup?: Window | null
}

/** A login whose popup has opened. */
interface Waiting {
  /** Another login begins. */
  giveUp(): void
  /** Somebody is connected. */
  learn(session: Session): void
}

// Messages make at most one request in this time.
const PACE_MS = 2000

/**
 * Contributes `loginPopup`. `relayPage` of `portico/relay` makes the page on which the popup ends. Without that page the plugin
 * notices the end when the popup is closed.
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
    name: 'login-popup',
    requires: ['login'],
    setup(kernel) {
      /** The login that is about to open its popup. The plugin knows it again by its options. */
      let attempt: Attempt | undefined
      /** The login that waits. */
      let waiting: Waiting | undefined

      kernel.hook('login:before', (login) => {
        if (login.options === attempt?.options) {
          // A stub of `open` gives nothing. The page stays all the same.
          attempt.popup = openPopup(kernel.window, login.url) ?? null
          login.window = attempt.popup
        }
        if (login.window !== null) waiting?.giveUp()
      })
      kernel.hook('session:settled', ({ outcome, session }) => {
        if (outcome === 'connected') waiting?.learn(session)
      })

      /** Why the page has ended the waiting. The signal of a polyfill does not say. */
      const reasonOf = (signal?: AbortSignal): unknown =>
        signal?.reason ?? new kernel.window.DOMException('aborted', 'AbortError')

      const waitFor = (popup: Window, { signal, redirectUri }: LoginPopupOptions) =>
        new Promise<LoginPopupResult>((resolve, reject) => {
          const wait = beginWait(kernel.knownSession())

          const end = () => {
            endWait(wait)
            stopWatching()
            forget()
            signal?.removeEventListener('abort', abort)
            popup.close()
          }
          const finish = (outcome: LoginPopupResult['outcome']) => {
            end()
            resolve({ outcome })
          }
          const fail = (reason: unknown) => {
            end()
            reject(reason)
          }
          const abort = () => fail(reasonOf(signal))

          waiting = {
            giveUp: () => finish('cancelled'),
            learn(session) {
              if (isResult(wait, session)) finish('connected')
            },
          }
          const ask = async () => {
            // A paced call may come after the login has ended.
            if (wait.hasEnded) return
            const question = askAnew(wait)
            const { gone } = wait
            kernel.clearSession()
            const answer = await kernel
              .hasSession()
              .catch((error: SDKError) => (error.reason === 'session-missing' ? null : undefined))
            // A plugin may have cleared the session before the hook came to us: then nobody has recognised the user yet.
            hearAnswer(wait, question)
            const outcome = outcomeOf(wait, question, answer, isInForeignFrame(kernel.options))
            if (outcome === 'connected') finish(outcome)
            // Any page of the origin can send the message: the login may have ended after this question.
            else if (outcome && gone !== wait.gone) ask()
            // Without an end: a popup that is late is still listened for.
            else if (outcome) resolve({ outcome })
          }
          // Any page of the origin can send these messages, as often as it likes.
          const askSoon = paced(kernel, PACE_MS, ask)

          const stopWatching = watchPopup(
            kernel,
            popup,
            {
              name: RELAY_PREFIX + kernel.options.clientId,
              // There is one, or no URL would have been built.
              origin: new URL(returnUri(kernel.options, redirectUri) as string).origin,
            },
            {
              returned: askSoon,
              messaged() {
                hearMessage(wait)
                askSoon()
              },
              over(isClosed) {
                if (losePopup(wait, isClosed)) ask()
              },
            },
          )
          const forget = kernel.onDispose(() => fail(new SDKError('disposed')))
          signal?.addEventListener('abort', abort)
        })

      return {
        async loginPopup(given) {
          if (given?.signal?.aborted) throw reasonOf(given.signal)
          const own: Attempt = { options: { ...given, preferPopup: false } }
          attempt = own
          goToLogin(kernel, own.options)
          return own.popup ? waitFor(own.popup, given) : { outcome: 'blocked' }
        },
      }
    },
  }
}
