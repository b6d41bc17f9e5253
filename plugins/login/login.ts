/**
 * Login and logout: their URLs, and the way there. A click on a login link, whoever made it, clears the session too.
 * Hooks: login:request; calls login:before, login:started and logout:before. Storage: none.
 * Methods: login, loginUrl, logout, logoutUrl.
 */
import { SDKError } from '../../core/errors.ts'
import { goToLogout } from '../../core/go-to-logout.ts'
import { forgetOnLeaving } from '../../core/leaving.ts'
import type { Plugin } from '../../core/plugin.ts'
import { clientParameters, returnUri } from '../../core/urls.ts'
import { goToLogin } from './go-to-login.ts'
import type { LoginOptions } from './login-hooks.ts'
import { LOGIN_PATH, loginLinkOf } from './login-link.ts'
import { type LoginUrlOptions, loginQuery } from './login-query.ts'

export type { LoginBeforeContext, LoginOptions, LoginRequestContext } from './login-hooks.ts'
export type { Locale, LoginUrlOptions } from './login-query.ts'

/** The older, positional form of `loginUrl`'s arguments, which sites still use. */
export type PositionalLogin = [
  state: string,
  acrValues?: LoginUrlOptions['acrValues'],
  scope?: LoginUrlOptions['scope'],
  redirectUri?: LoginUrlOptions['redirectUri'],
  loginHint?: LoginUrlOptions['loginHint'],
  tag?: LoginUrlOptions['tag'],
  teaser?: LoginUrlOptions['teaser'],
  maxAge?: LoginUrlOptions['maxAge'],
]

/** What the plugin contributes (section 4.1). */
export interface LoginApi {
  /**
   * Sends the browser to the login page. Clears the cached session first.
   *
   * @returns the popup window where a plugin opened one, else null
   * @throws {SDKError} `argument-invalid`, naming the field and its value (of `state`, only its name)
   */
  login(options: LoginOptions): Window | null
  /**
   * URL of the login page, for the redirect or the popup flow.
   *
   * @throws {SDKError} `argument-invalid`, naming the field and its value (of `state`, only its name)
   */
  loginUrl(...args: [options: LoginUrlOptions] | PositionalLogin): string
  /**
   * Logs the user out of the account service: emits `logout`, forgets the session, and sends the browser to the logout page. If the
   * address is unusable, an `error` event says so, and the browser comes back to the instance's `redirectUri`. A call within a logout,
   * such as that of a listener, does nothing.
   *
   * @param redirectUri where the browser goes after logout. @default the instance's `redirectUri`
   */
  logout(redirectUri?: string): void
  /**
   * URL of the logout page.
   *
   * @param redirectUri where the browser goes after logout. @default the instance's `redirectUri`
   * @throws {SDKError} `argument-invalid` when it is no absolute URL, or of a scheme that runs code
   */
  logoutUrl(redirectUri?: string): string
}

// It opens a menu.
const RIGHT_BUTTON = 2

/**
 * Contributes login and logout.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), login()])
 * button.onclick = () => identity.login({ state: crypto.randomUUID() })
 */
export function login(): Plugin<LoginApi> {
  return {
    name: 'login',
    setup(kernel) {
      const { options, window } = kernel

      const buildLoginUrl = (login: LoginUrlOptions) =>
        kernel.buildUrl('login', options.accountUrl, LOGIN_PATH, loginQuery(login, options))

      const loginUrl = (
        first: LoginUrlOptions | string,
        acrValues?: PositionalLogin[1],
        scope?: PositionalLogin[2],
        redirectUri?: PositionalLogin[3],
        loginHint?: PositionalLogin[4],
        tag?: PositionalLogin[5],
        teaser?: PositionalLogin[6],
        maxAge?: PositionalLogin[7],
      ) =>
        buildLoginUrl(
          typeof first === 'string'
            ? { state: first, acrValues, scope, redirectUri, loginHint, tag, teaser, maxAge }
            : first,
        )

      const logoutUrl = (redirectUri?: string) =>
        kernel.buildUrl(
          'logout',
          options.sessionDomain,
          'logout?',
          clientParameters(options, returnUri(options, redirectUri)),
        )

      const login = (given: LoginOptions) => goToLogin(kernel, given, loginUrl(given))

      // What is kept is about the reader before the login.
      const followLink = (event: MouseEvent) => {
        if (event.button === RIGHT_BUTTON || !loginLinkOf(event, options)) return
        kernel.clearSession()
        forgetOnLeaving(kernel)
        // Later, since a handler of the page may prevent the click, and call login() instead.
        window.setTimeout(() => {
          if (!event.defaultPrevented) kernel.notify('login:started', { how: 'link', wasBlocked: false })
        })
      }
      for (const type of ['click', 'auxclick'] as const) kernel.listen(type, followLink, { capture: true })

      kernel.hook('login:request', ({ options: given, isCheck }) => {
        if (isCheck) loginUrl(given)
        else login(given)
      })

      return {
        login,
        loginUrl,
        logoutUrl,
        logout(redirectUri) {
          goToLogout(kernel, () => {
            try {
              return logoutUrl(redirectUri)
            } catch (error) {
              kernel.emit('error', SDKError.from(error, 'plugin-failed', 'url:build'))
              return logoutUrl()
            }
          })
        },
      }
    },
  }
}
