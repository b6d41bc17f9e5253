/**
 * Login and logout: their URLs, and the way there.
 */
import { checkArgument, HTTP_URL_FIX, isHttpUrl } from './checks.ts'
import type { LoginBeforeContext } from './hooks.ts'
import { loginQuery } from './login-query.ts'
import type { SessionKernel } from './session.ts'
import type { LoginOptions, LoginUrlOptions } from './types.ts'
import { VERSION } from './version.ts'

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

type RestOfPositionalLogin = PositionalLogin extends [string, ...infer Rest] ? Rest : never

/** Ways to the login and logout pages (section 4.1). */
export interface Navigation {
  /**
   * Sends the browser to the login page. Drops the cached session first.
   *
   * @returns the popup window where a plugin opened one, else null
   * @throws {SDKError} `argument-invalid`, naming the field and its value
   */
  login(options: LoginOptions): Window | null
  /**
   * URL of the login page, for the redirect or the popup flow.
   *
   * @throws {SDKError} `argument-invalid`, naming the field and its value
   */
  loginUrl(...args: [options: LoginUrlOptions] | PositionalLogin): string
  /**
   * Logs the user out of the identity platform: emits `logout`, forgets the session, sends the browser away.
   *
   * @param redirectUri where the browser goes after logout. @default the instance's `redirectUri`
   * @throws {SDKError} `argument-invalid` when it is no http(s) URL
   */
  logout(redirectUri?: string): void
  /**
   * URL of the logout page.
   *
   * @param redirectUri where the browser goes after logout. @default the instance's `redirectUri`
   * @throws {SDKError} `argument-invalid` when it is no http(s) URL
   */
  logoutUrl(redirectUri?: string): string
}

/** Sets up the navigation of one instance. */
export function createNavigation(kernel: SessionKernel): Navigation {
  const { env, clientId, window, sessionDomain, redirectUri: defaultUri } = kernel.options

  const loginUrl: Navigation['loginUrl'] = (first, ...rest) => {
    let options = first as LoginUrlOptions
    if (typeof first === 'string') {
      const [acrValues, scope, redirectUri, loginHint, tag, teaser, maxAge] = rest as RestOfPositionalLogin
      options = { state: first, acrValues, scope, redirectUri, loginHint, tag, teaser, maxAge }
    }
    return kernel.buildUrl(
      'login',
      env.accountUrl,
      'oauth/authorize',
      loginQuery(options, clientId, defaultUri),
    )
  }

  const logoutUrl = (redirectUri = defaultUri): string => {
    checkArgument(isHttpUrl(redirectUri), 'redirectUri', redirectUri, HTTP_URL_FIX)
    const query = { client_sdrn: kernel.clientSdrn, redirect_uri: redirectUri, sdk_version: VERSION }
    return kernel.buildUrl('logout', sessionDomain, 'logout', query)
  }

  return {
    loginUrl,
    logoutUrl,
    login(options) {
      const context: LoginBeforeContext = { options, url: loginUrl(options) }
      kernel.callSync('login:before', context)
      kernel.dropSession()
      if (context.window) return context.window
      window.location.assign(context.url)
      return null
    },
    logout(redirectUri) {
      const url = logoutUrl(redirectUri)
      // Whatever a plugin throws, a user who wants to log out is logged out.
      try {
        kernel.callSync('logout:before', { url })
      } finally {
        kernel.answer = null
        try {
          kernel.dropSession()
        } finally {
          window.location.assign(url)
        }
      }
    },
  }
}
