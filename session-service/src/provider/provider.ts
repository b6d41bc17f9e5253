// The OpenID provider: the service's requests to it.

import * as oidc from 'openid-client'
import { reasonOf } from '../events.ts'
import type { Settings } from '../options/settings.ts'
import type { ProviderConfiguration } from './configuration.ts'
import { type LoginParameters, loginParameters } from './login-parameters.ts'
import { type LogoutToken, logoutTokens } from './logout-token.ts'
import { isProviderFailure } from './provider-failure.ts'
import { secretRotation } from './secret-rotation.ts'

/** What a login is checked by when the browser comes back. Secret. */
export interface LoginChecks {
  readonly nonce: string
  readonly codeVerifier: string
  /** Seconds since the reader authenticated at the most, where the page asked for that. */
  readonly maxAge?: number | undefined
  /** One of which the login has to be (`acr`), where the page asked for that. */
  readonly acrs?: readonly string[] | undefined
  /** Whether the provider was told to show nothing. */
  readonly isSilent?: true | undefined
  /** Whether the provider was told to ask for a password. */
  readonly asksAgain?: true | undefined
}

/** A login that has begun: the URL at the provider, and its checks. */
export type BegunLogin =
  | { readonly ok: true; readonly url: string; readonly checks: LoginChecks }
  | Extract<LoginParameters, { ok: false }>

/** Whom the provider has logged in. */
export interface LoggedIn {
  readonly subject: string
  readonly claims: Readonly<Record<string, unknown>>
  readonly idToken: string
}

/** The ID token has an empty `sub`: all such readers would be one and the same. */
export class SubjectMissing extends Error {
  readonly code = 'no-subject'
}

/** The reader has logged in with another `acr` than the page asked for. */
export class AcrMismatch extends Error {
  readonly code = 'acr-mismatch'
}

/** The provider was told to re-authenticate the reader (`prompt=login`), and has not: somebody else may use the browser now. */
export class NotReauthenticated extends Error {
  readonly code = 'not-reauthenticated'
}

export interface Provider {
  readonly issuer: string
  /**
   * Begins a login. Rejects when the provider does not respond.
   *
   * @param isAfterLogout whether the reader may be logged in there who has logged out here
   */
  begin(query: URLSearchParams, state: string, isAfterLogout: boolean): Promise<BegunLogin>
  /**
   * Exchanges the code, and checks the ID token: signature, issuer, audience, times, nonce, code challenge.
   *
   * @param search the query with which the browser came back
   * @param state with which it was sent there
   * @param begunAt when that was, in milliseconds since the epoch
   */
  finish(search: string, state: string, checks: LoginChecks, begunAt: number): Promise<LoggedIn>
  /** The URL of a logout at the provider; undefined when it has no `end_session_endpoint`, or does not respond. */
  endSessionUrl(idToken: string | undefined, state: string): Promise<string | undefined>
  /** A page that ends the provider's session, and does not come back; undefined when the options name none. */
  readonly logoutUrl: string | undefined
  /** Checks a logout token. */
  logoutToken(token: string): Promise<LogoutToken>
}

export function providerOf(
  { origin, provider: options, onEvent }: Pick<Settings, 'origin' | 'provider' | 'onEvent'>,
  configuration: ProviderConfiguration,
): Provider {
  const { scopes = ['openid', 'profile'], rpInitiatedLogout = true, pkce = true, issuer } = options
  const callback = `${origin}/callback`
  const checkLogoutToken = logoutTokens(options)
  const trySecrets = secretRotation(options)

  /** Reports a provider that is down. The discovery document is read every half hour only, and does not tell sooner. */
  async function reportFailure<T>(request: Promise<T>): Promise<T> {
    try {
      return await request
    } catch (cause) {
      if (isProviderFailure(cause)) onEvent({ type: 'provider-failed', reason: reasonOf(cause) })
      throw cause
    }
  }

  return {
    issuer,
    async begin(query, state, isAfterLogout) {
      const known = await configuration.get()
      const wanted = loginParameters(query, known.serverMetadata(), options, isAfterLogout)
      if (!wanted.ok) return wanted
      const checks = {
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
        maxAge: wanted.maxAge,
        acrs: wanted.acrs,
        isSilent: wanted.parameters.prompt === 'none' || undefined,
        asksAgain: wanted.asksAgain || undefined,
      }
      const url = oidc.buildAuthorizationUrl(known, {
        ...wanted.parameters,
        redirect_uri: callback,
        scope: scopes.join(' '),
        state,
        nonce: checks.nonce,
        ...(pkce && {
          code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
          code_challenge_method: 'S256',
        }),
      })
      return { ok: true, url: url.href, checks }
    },
    async finish(search, state, { nonce, codeVerifier, maxAge, acrs, asksAgain }, begunAt) {
      const known = await configuration.get()
      // Built from the options: a proxy may have changed the URL of the request.
      const tokens = await reportFailure(
        trySecrets(known, (configuration) =>
          oidc.authorizationCodeGrant(configuration, new URL(callback + search), {
            expectedState: state,
            expectedNonce: nonce,
            ...(pkce && { pkceCodeVerifier: codeVerifier }),
            maxAge,
          }),
        ),
      )
      const claims = tokens.claims() as oidc.IDToken
      if (!claims.sub.trim()) throw new SubjectMissing()
      // A provider may return another `acr` than it was asked for (OpenID Connect Core, section 3.1.2.1).
      if (acrs && !acrs.includes(`${claims.acr}`)) throw new AcrMismatch()
      if (asksAgain && isOlder(claims, begunAt)) throw new NotReauthenticated()
      const hasProfile = claims.name !== undefined || !scopes.includes('profile')
      const more =
        hasProfile || !known.serverMetadata().userinfo_endpoint
          ? {}
          : await reportFailure(oidc.fetchUserInfo(known, tokens.access_token, claims.sub))
      // The ID token is signed, and the user info is not: the claims of the ID token come last, and win.
      return { subject: claims.sub, claims: { ...more, ...claims }, idToken: tokens.id_token as string }
    },
    async endSessionUrl(idToken, state) {
      if (!rpInitiatedLogout) return undefined
      try {
        return oidc.buildEndSessionUrl(await configuration.get(), {
          post_logout_redirect_uri: `${origin}/logout/done`,
          state,
          ...(idToken !== undefined && { id_token_hint: idToken }),
        }).href
      } catch {
        // The provider has no such endpoint, or does not respond.
        return undefined
      }
    },
    logoutUrl: rpInitiatedLogout ? options.logoutUrl : undefined,
    async logoutToken(token) {
      return checkLogoutToken(token, (await configuration.get()).serverMetadata())
    },
  }
}

/** The tolerance of the check below. */
const TOLERANCE_MS = 30_000

/** Whether the reader authenticated before the login began, if `auth_time` says so. Each side is the difference of two times of one clock. */
const isOlder = ({ iat, auth_time: authTime }: oidc.IDToken, moment: number): boolean =>
  authTime !== undefined && (iat - authTime) * 1000 > Date.now() - moment + TOLERANCE_MS
