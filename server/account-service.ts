/**
 * The account service, as a server asks it: by openid-client, which is loaded only by servers that log readers in.
 */
import type * as OpenIdClient from 'openid-client'
import type { CheckedClient, LoginClient } from './login-client.ts'
import type { PendingLogin, Proofs } from './pending-login.ts'

/** Seconds until a call is given up. */
const TIMEOUT_SECONDS = 10

type Oidc = typeof OpenIdClient

/** What each client has learned of its account service. */
const services = new WeakMap<LoginClient, Promise<OpenIdClient.Configuration>>()

/** @throws {Error} when it is not installed */
export async function loadOpenIdClient(): Promise<Oidc> {
  try {
    return await import('openid-client')
  } catch (cause) {
    throw new Error('Logging readers in needs a package: npm install openid-client@6', { cause })
  }
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

/** What is known of the account service; asked for once, and again after it failed. */
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

/** Scopes whose claims are not in the ID token, but told when they are asked for (OpenID Connect Core 5.4). */
const TOLD_APART = /\b(profile|email|phone|address)\b/

/**
 * Exchanges the code in a query for tokens, and checks the ID token: signature, issuer, audience, times and, where the login
 * was sent with them, nonce and code challenge.
 *
 * @throws whatever openid-client throws: its errors may hold tokens
 */
export async function redeem(
  oidc: Oidc,
  client: LoginClient,
  checked: CheckedClient,
  query: URLSearchParams,
  { scope, maxAge }: PendingLogin,
  proofs: Proofs | undefined,
): Promise<Redeemed> {
  const configuration = await configurationOf(oidc, client, checked)
  const callback = new URL(`${checked.redirectUri}?${query}`)
  const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
    expectedState: query.get('state') as string,
    expectedNonce: proofs?.nonce,
    pkceCodeVerifier: proofs?.codeVerifier,
    maxAge,
    idTokenExpected: true,
  })
  const claims = tokens.claims() as OpenIdClient.IDToken
  // A service that grants what was asked for need not say so (RFC 6749, 5.1).
  const more = TOLD_APART.test(tokens.scope ?? scope)
    ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : {}
  return { idToken: tokens.id_token as string, accessToken: tokens.access_token, claims: { ...more, ...claims } }
}
