/**
 * Login and logout: their URLs, and the way there.
 */
import { HTTP_URL_FIX, invalidArgument, isHttpUrl } from './checks.ts'
import type { Hooks, LoginBeforeContext } from './hooks.ts'
import { loginQuery } from './login-query.ts'
import type { ResolvedOptions } from './options.ts'
import type { SessionKeeper } from './session.ts'
import type { LoginOptions, LoginUrlOptions } from './types.ts'
import type { UrlBuilder } from './urls.ts'
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

/** What navigation needs of its instance. */
export interface NavigationParts {
  readonly options: ResolvedOptions
  readonly hooks: Hooks
  readonly buildUrl: UrlBuilder
  readonly clientSdrn: string
  readonly session: SessionKeeper
}

/** Sets up the navigation of one instance. */
export function createNavigation({
  options,
  hooks,
  buildUrl,
  clientSdrn,
  session,
}: NavigationParts): Navigation {
  const { env, clientId, window } = options

  const loginUrl: Navigation['loginUrl'] = (...args) => {
    const [first, acrValues, scope, redirectUri, loginHint, tag, teaser, maxAge] = args as PositionalLogin
    const login =
      typeof first === 'string'
        ? { state: first, acrValues, scope, redirectUri, loginHint, tag, teaser, maxAge }
        : (first as LoginUrlOptions)
    return buildUrl(
      'login',
      env.accountUrl,
      'oauth/authorize',
      loginQuery(login, clientId, options.redirectUri),
    )
  }

  const logoutUrl = (redirectUri = options.redirectUri): string => {
    if (!isHttpUrl(redirectUri)) throw invalidArgument('redirectUri', redirectUri, HTTP_URL_FIX)
    const query = { client_sdrn: clientSdrn, redirect_uri: redirectUri, sdk_version: VERSION }
    return buildUrl('logout', options.sessionDomain, 'logout', query)
  }

  return {
    loginUrl,
    logoutUrl,
    login(login) {
      const context: LoginBeforeContext = { options: login, url: loginUrl(login) }
      session.drop()
      hooks.callSync('login:before', context)
      if (context.window) return context.window
      window.location.assign(context.url)
      return null
    },
    logout(redirectUri) {
      const url = logoutUrl(redirectUri)
      hooks.callSync('logout:before', { url })
      session.end()
      window.location.assign(url)
    },
  }
}
