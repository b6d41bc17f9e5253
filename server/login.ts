/**
 * The server's half of a login: what a login is bound to, and what comes of it. Nothing is kept on the server: a login that is on
 * its way stands in a signed cookie of the browser that began it.
 */
import { checkArgument } from '../core/errors.ts'
import { loadOpenIdClient, redeem } from './account-service.ts'
import { endCacheCookie } from './cache-cookie.ts'
import type { IncomingRequest } from './cookies.ts'
import { checkClient, type LoginClient } from './login-client.ts'
import { keepLogin, proofsOf, takeLogin } from './pending-login.ts'
import { returnAddress } from './return-address.ts'

/** Options of {@link beginLogin}. */
export interface BeginLoginOptions {
  /** Where the reader goes afterwards: a path of the site, as a link may say it. Anything else is the front page. @default '/' */
  returnTo?: unknown
  /** More parameters of the protocol, such as `scope`, `prompt`, `acr_values`, `max_age` (in seconds). @default scope `openid` */
  parameters?: Readonly<Record<string, string>>
}

/** A login that was begun. Answer with all of `setCookies`, and have the browser go on by one of the others. */
export interface BegunLogin {
  /** The login page; send the browser there. */
  readonly url: string
  /** For `login({ state })` of the page's library, whose login page is then asked for neither nonce nor code challenge. A secret. */
  readonly state: string
  /**
   * `state`, `nonce`, `code_challenge` and `code_challenge_method` of `url`, for a page that adds them to the login page's
   * address by itself. The state is another than the one alone.
   */
  readonly binding: Readonly<Record<'state' | 'nonce' | 'code_challenge' | 'code_challenge_method', string>>
  /** Headers `Set-Cookie`, each to be sent. Secrets. */
  readonly setCookies: readonly string[]
}

/** A reader who has just logged in. */
export interface LoggedInUser {
  /** The claim `sub`. */
  readonly uuid: string
  /** How they authenticated: the claim `amr`. Look here for what `acr_values` asked for. */
  readonly amr: readonly string[]
  /** The claim `acr`. */
  readonly acr?: string
  /** When they did, in seconds since the epoch: the claim `auth_time`. */
  readonly authTime?: number
  /** All claims of the ID token; with the scopes `profile`, `email` or `phone` those of the user info, too. */
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * Why nobody was logged in: `no-login`, it is no answer to a login; `state-unknown`, this browser did not begin it, or has
 * finished it, or began it more than ten minutes ago; `cancelled`, by the reader; `refused`, by the account service, or its
 * answer is not right; `unreachable`, the account service could not be asked.
 */
export type LoginFailure = 'no-login' | 'state-unknown' | 'cancelled' | 'refused' | 'unreachable'

/** What came of a login. Answer with all of `setCookies`, and send the browser to `returnTo`. */
export type FinishedLogin = {
  /** Absolute, and on the site, whatever was asked for. */
  readonly returnTo: string
  /** Headers `Set-Cookie`, each to be sent: they end the login, and take away the `SP_ID` of whoever was here before. */
  readonly setCookies: readonly string[]
} & (
  | {
      readonly ok: true
      readonly user: LoggedInUser
      /** For the session service, or for the account service's own interfaces. Secrets: never log them. */
      readonly tokens: { readonly idToken: string; readonly accessToken: string }
    }
  | {
      readonly ok: false
      readonly reason: LoginFailure
      /** The name of the error, such as `invalid_client`, where there is one. */
      readonly detail?: string
    }
)

/** Parameters that are the login's own, or would take their place. */
const OWN =
  /^(client_id|redirect_uri|response_type|response_mode|state|nonce|code_challenge|code_challenge_method|request|request_uri)$/

/** Tells the state that goes with nonce and code challenge from the one that goes alone. */
const BOUND = '.bound'

/**
 * Begins a login: makes state, nonce and code challenge (PKCE, S256), and the cookie that binds them to this browser for ten
 * minutes. Several may be on their way at a time.
 *
 * @param request for its cookies
 * @throws {SDKError} `option-invalid` or `argument-invalid` when `client` is wrong, or a parameter is one of the login's own
 * @see RFC 6749 section 4.1, RFC 7636, OpenID Connect Core 3.1
 * @example
 * const { url, setCookies } = await beginLogin(client, request, { returnTo: '/article' })
 * const headers = new Headers({ location: url })
 * for (const cookie of setCookies) headers.append('set-cookie', cookie)
 * return new Response(null, { status: 302, headers })
 */
export async function beginLogin(
  client: LoginClient,
  request: IncomingRequest,
  { returnTo, parameters = {} }: BeginLoginOptions = {},
): Promise<BegunLogin> {
  const checked = checkClient(client)
  const own = Object.keys(parameters).find((name) => OWN.test(name))
  checkArgument(!own, `parameters.${own} is the login’s own, leave it out`)
  const { max_age: age, scope = 'openid' } = parameters
  checkArgument(!age || /^\d{1,9}$/.test(age), 'parameters.max_age is no number, give seconds')
  const maxAge = age ? Number(age) : undefined
  const { login, setCookies } = await keepLogin(checked, request, { returnTo, scope, maxAge })
  const { nonce, codeChallenge } = await proofsOf(checked, login)
  const binding = { state: login.state + BOUND, nonce, code_challenge: codeChallenge, code_challenge_method: 'S256' }
  const query = new URLSearchParams({
    client_id: checked.clientId,
    response_type: 'code',
    redirect_uri: checked.redirectUri,
    scope,
    ...parameters,
    ...binding,
  })
  const url = `${checked.env.accountUrl.replace(/\/+$/, '')}/oauth/authorize?${query}`
  return { url, state: login.state, binding, setCookies }
}

/**
 * Finishes a login, at the address that receives the code: checks that this browser began it, exchanges the code, and checks
 * the ID token. Needs the package `openid-client`.
 *
 * @param request what came to `redirectUri`; outside data
 * @throws {SDKError} `option-invalid` or `argument-invalid` when `client` is wrong
 * @throws {Error} when `openid-client` is not installed
 * @see RFC 6749 section 4.1.2, RFC 9207, OpenID Connect Core 3.1.3
 * @example
 * const login = await finishLogin(client, request)
 * if (login.ok) await remember(login.user.uuid)
 */
export async function finishLogin(client: LoginClient, request: IncomingRequest): Promise<FinishedLogin> {
  const checked = checkClient(client)
  const { url = '' } = request
  const query = URL.canParse(url, checked.redirectUri)
    ? new URL(url, checked.redirectUri).searchParams
    : new URLSearchParams()
  const given = query.get('state') ?? ''
  const isBound = given.endsWith(BOUND)
  const { login, setCookies } = await takeLogin(checked, request, isBound ? given.slice(0, -BOUND.length) : given)
  const returnTo = login?.returnTo ?? returnAddress('/', checked.redirectUri)
  const fail = (reason: LoginFailure, detail?: unknown): FinishedLogin => ({
    ok: false,
    reason,
    // A name, and nothing else: whatever else an error says may be a token, or somebody's data.
    ...(/^[\w-]{1,64}$/.test(`${detail}`) && detail ? { detail: `${detail}` } : {}),
    returnTo,
    setCookies,
  })

  // Account pages, logout and session refresh come back here, too.
  if (!['state', 'code', 'error'].some((name) => query.has(name))) return fail('no-login')
  if (!login || (await checked.isFirstUse?.(login.state, login.expiresAt)) === false) return fail('state-unknown')
  const error = query.get('error')
  if (error) return error === 'access_denied' ? fail('cancelled') : fail('refused', error)

  const oidc = await loadOpenIdClient()
  try {
    const proofs = isBound ? await proofsOf(checked, login) : undefined
    const { claims, idToken, accessToken } = await redeem(oidc, client, checked, query, login, proofs)
    const cookies = [...setCookies, ...endCacheCookie(new URL(checked.redirectUri).hostname)]
    return { ok: true, user: userOf(claims), tokens: { idToken, accessToken }, returnTo, setCookies: cookies }
  } catch (cause) {
    return failureOf(cause, fail)
  }
}

function userOf(claims: LoggedInUser['claims']): LoggedInUser {
  const { sub, amr, acr, auth_time: authTime } = claims
  return {
    uuid: `${sub}`,
    amr: Array.isArray(amr) ? amr.map(String) : [],
    ...(typeof acr === 'string' && { acr }),
    ...(typeof authTime === 'number' && { authTime }),
    claims,
  }
}

/** Codes by which openid-client says that an answer is not right; of a network and a service that fail, it has others. */
const IS_ANSWER = /^OAUTH_(?!TIMEOUT|ABORT|RESPONSE_IS_NOT|PARSE)/

function failureOf(cause: unknown, fail: (reason: LoginFailure, detail?: unknown) => FinishedLogin): FinishedLogin {
  const { code, error, status = 0 } = cause as { code?: string; error?: string; status?: number }
  return IS_ANSWER.test(`${code}`) && status < 500 ? fail('refused', error ?? code) : fail('unreachable', code)
}
