/**
 * Login and logout: their URLs, and the way there.
 * Hooks: login:request; calls login:before and logout:before. Storage: none. Methods: login, loginUrl, logout, logoutUrl.
 */
import type { SDKError } from '../../core/errors.ts'
import type { Plugin } from '../../core/plugin.ts'
import { clientParameters, returnUri } from '../../core/urls.ts'
import { createLoginUrl, type LoginUrlOptions } from './login-query.ts'

export type { Locale, LoginUrlOptions } from './login-query.ts'

/** What `login` takes (section 2.2). */
export interface LoginOptions extends LoginUrlOptions {
  /** Try to open a popup; falls back to a redirect when it is blocked. @default false */
  preferPopup?: boolean
}

/** The older, positional form of `loginUrl`'s arguments, still in use on sites. */
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
   * Logs the user out of the identity platform: emits `logout`, forgets the session, sends the browser away. An
   * unusable address is an `error` event, and the browser comes back to the instance's own.
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

/** `login:request`: a plugin wants the reader to log in. */
export interface LoginRequestContext {
  readonly options: LoginOptions
  /** True to have the options checked, and nobody sent anywhere. */
  readonly isCheck?: boolean
}

/** `login:before`: the browser is about to go to the login page. */
export interface LoginBeforeContext {
  readonly options: LoginOptions
  readonly url: string
  /** Fill it with the window that shows the login page, or with null where none could open, and the page stays where it is. */
  window?: Window | null
}

/** `logout:before`: the browser is about to go to the logout page. */
export interface LogoutBeforeContext {
  readonly url: string
}

declare module '../../core/hooks.ts' {
  interface SyncHooks {
    'login:request': LoginRequestContext
    'login:before': LoginBeforeContext
    'logout:before': LogoutBeforeContext
  }
}

/**
 * Contributes login and logout.
 *
 * @example
 * const identity = createIdentity(options, [fetchTransport(), login()])
 * button.onclick = () => identity.login({ state: crypto.randomUUID() })
 */
export function login(): Plugin<LoginApi> {
  return {
    name: __DEV__ ? 'login' : '',
    setup(kernel) {
      const buildLoginUrl = createLoginUrl(kernel)
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
          kernel.options.sessionDomain,
          'logout?',
          clientParameters(kernel.options, returnUri(kernel.options, redirectUri)),
        )

      const goToLogin = (given: LoginOptions): Window | null => {
        const context: LoginBeforeContext = { options: given, url: loginUrl(given) }
        // Before, since a popup gets a copy of what this tab's storage holds when it opens; and when it is known where it goes.
        kernel.clearSession()
        kernel.callSync('login:before', context)
        kernel.clearSession()
        if (context.window === undefined) kernel.window.location.assign(context.url)
        return context.window ?? null
      }

      kernel.hook('login:request', (request) => void (request.isCheck ? loginUrl : goToLogin)(request.options))

      return {
        login: goToLogin,
        loginUrl,
        logoutUrl,
        logout(redirectUri) {
          let url: string
          try {
            url = logoutUrl(redirectUri)
          } catch (error) {
            kernel.emit('error', error as SDKError)
            url = logoutUrl()
          }
          // Whatever a plugin throws, a user who wants to log out is logged out.
          try {
            kernel.callSync('logout:before', { url })
          } finally {
            try {
              kernel.clearSession(true)
            } finally {
              kernel.window.location.assign(url)
            }
          }
        },
      }
    },
  }
}
