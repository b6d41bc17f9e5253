/**
 * The account service, as a server asks it: by openid-client. Only a server that logs readers in loads that package.
 */
import type * as OpenIdClient from 'openid-client'
import type { CheckedClient, LoginClient } from './login-client.ts'
import type { PendingLogin, Proofs } from './pending-login.ts'

/** Seconds until a call is given up. */
const TIMEOUT_SECONDS = 10

type Oidc = typeof OpenIdClient

/** What each client has learned of its account service. */
const services = new WeakMap<LoginClient, Promise<OpenIdClient.Configuration>>()

const INSTALL = 'npm install openid-client@6'

/** @throws {Error} when it is not installed, or in another version: the site may have it for something else */
export async function loadOpenIdClient(): Promise<Oidc> {
  let oidc: Oidc
  try {
    oidc = await import('openid-client')
  } catch (cause) {
    throw new Error(`Logging readers in needs a package: ${INSTALL}`, { cause })
  }
  if (!oidc.authorizationCodeGrant) throw new Error(`openid-client is of another version than 6: ${INSTALL}`)
  return oidc
}

function discover(
  oidc: Oidc,
  { clientId, clientSecret, env, fetch }: CheckedClient,
): Promise<OpenIdClient.Configuration> {
  const account = new URL(env.accountUrl)
  const isPlain = account.protocol === 'http:'
  return oidc.discovery(account, clientId, clientSecret, oidc.ClientSecretBasic(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    ...(fetch && { [oidc.customFetch]: fetch as OpenIdClient.CustomFetch }),
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
  })
}

/** What is known of the account service. It is asked once, and again after it failed. */
function configurationOf(oidc: Oidc, client: LoginClient, checked: CheckedClient): Promise<OpenIdClient.Configuration> {
  const known = services.get(client) ?? discover(oidc, checked)
  services.set(client, known)
  known.catch(() => services.delete(client))
  return known
}

/** What came of a code. */
export interface Redeemed {
  readonly idToken: string
  readonly accessToken: string
  readonly claims: Readonly<Record<string, unknown>> & { readonly sub: string }
}

/** Scopes whose claims are not in the ID token, but in the user info (OpenID Connect Core, section 5.4). */
const OF_USER_INFO = /\b(profile|email|phone|address)\b/

/** Whether a scope asks for claims that are in the user info. */
export const wantsUserInfo = (scope: string): boolean => OF_USER_INFO.test(scope)

/**
 * Exchanges the code in a query for tokens, and checks the ID token: signature, issuer, audience, times, user and, where the
 * login was sent with them, nonce and code challenge.
 *
 * @returns undefined when the ID token names nobody
 * @throws whatever openid-client throws: its errors may hold tokens
 */
export async function redeem(
  oidc: Oidc,
  client: LoginClient,
  checked: CheckedClient,
  query: URLSearchParams,
  login: PendingLogin,
  proofs: Proofs | undefined,
): Promise<Redeemed | undefined> {
  const configuration = await configurationOf(oidc, client, checked)
  const callback = new URL(`${checked.redirectUri}?${query}`)
  const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
    expectedState: query.get('state') as string,
    expectedNonce: proofs?.nonce,
    pkceCodeVerifier: proofs?.codeVerifier,
    maxAge: login.maxAge,
    idTokenExpected: true,
  })
  const claims = tokens.claims() as OpenIdClient.IDToken
  // All whom the service has no name for would be one and the same reader.
  if (!claims.sub.trim()) return
  // A service that grants the scope which was asked for need not repeat it (RFC 6749, section 5.1).
  const hasUserInfo = tokens.scope === undefined ? login.wantsUserInfo : wantsUserInfo(tokens.scope)
  const more = hasUserInfo ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {}
  // The ID token is signed, and the user info is not: its claims come last, and win.
  return { idToken: tokens.id_token as string, accessToken: tokens.access_token, claims: { ...more, ...claims } }
}
