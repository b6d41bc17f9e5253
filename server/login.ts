/**
 * The server's half of a login: how it begins, and what comes of it. The server stores nothing. A login that is on its way stands
 * in a signed cookie of the browser that began it.
 */
import { checkArgument } from '../core/errors.ts'
import { loadOpenIdClient, redeem, wantsUserInfo } from './account-service.ts'
import { endCacheCookie } from './cache-cookie.ts'
import { checkClient, type LoginClient } from './login-client.ts'
import type {
  BeginLoginOptions,
  BeginStateLoginOptions,
  BegunLogin,
  BegunStateLogin,
  FinishedLogin,
  LoggedInUser,
  LoginFailure,
  NotBegun,
} from './login-types.ts'
import { keepLogin, proofsOf, takeLogin } from './pending-login.ts'
import { checkRequest, headerOf, type IncomingRequest, isFetchedAhead } from './request.ts'
import { returnAddress } from './return-address.ts'

/** Parameters that are the login's own, or would take their place. */
const OWN =
  /^(client_id|redirect_uri|response_type|response_mode|state|nonce|code_challenge|code_challenge_method|request|request_uri)$/

/** Pages that a browser has fetched or rendered ahead show whoever was logged in then. */
const FETCHED_AHEAD = '"prefetchCache", "prerenderCache"'

/** Tells the state that goes with nonce and code challenge from the one that goes alone. */
const BOUND = '.bound'

/** Parameters as text, without those that are empty, as the page's own `login` leaves them out. */
function stated(wanted: NonNullable<BeginLoginOptions['parameters']>): Record<string, string> {
  const pairs = Object.entries(wanted).map(([name, value]) => [name, `${value ?? ''}`] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value))
}

/** Why nobody has asked for a login by this request. Browsers of before 2023 do not say what a request is for. */
function refusalOf(request: IncomingRequest): NotBegun['reason'] | undefined {
  if (isFetchedAhead(request)) return 'prefetch'
  const mode = headerOf(request, 'sec-fetch-mode')
  // A page that sends the login by itself asks for the state by POST.
  return mode && mode !== 'navigate' && request.method !== 'POST' ? 'no-navigation' : undefined
}

/**
 * Begins a login: makes state, nonce and code challenge (PKCE, S256), and the cookie that binds them to this browser for ten
 * minutes. Up to five may be on their way at a time. Beyond that, the next ones end the fourth or the fifth.
 *
 * A login begins by a navigation, or by POST. A link that is prefetched begins none, nor does an image at this address.
 *
 * @param request for its cookies, its method, and what the browser says of it
 * @throws {SDKError} `option-invalid` or `argument-invalid` when `client` or `request` is wrong, or a parameter is one of the login's own
 * @see RFC 6749 section 4.1, RFC 7636, OpenID Connect Core 3.1
 * @example
 * const login = await beginLogin(client, request, { returnTo: '/article' })
 * if (!login.ok) return new Response(null, { status: 403 })
 * const headers = new Headers({ location: login.url })
 * for (const cookie of login.setCookies) headers.append('set-cookie', cookie)
 * return new Response(null, { status: 302, headers })
 */
export function beginLogin(
  client: LoginClient,
  request: IncomingRequest,
  options: BeginStateLoginOptions,
): Promise<BegunStateLogin | NotBegun>
export function beginLogin(
  client: LoginClient,
  request: IncomingRequest,
  options?: BeginLoginOptions,
): Promise<BegunLogin | NotBegun>
export async function beginLogin(
  client: LoginClient,
  request: IncomingRequest,
  {
    returnTo,
    parameters: wanted = {},
    allowStateAlone = false,
  }: BeginLoginOptions & { allowStateAlone?: boolean } = {},
): Promise<BegunLogin | BegunStateLogin | NotBegun> {
  const checked = checkClient(client)
  checkRequest(request)
  const parameters = stated(wanted)
  const own = Object.keys(parameters).find((name) => OWN.test(name))
  checkArgument(!own, `parameters.${own} is the login’s own, leave it out`)
  checkArgument(typeof allowStateAlone === 'boolean', 'allowStateAlone is neither true nor false. Give one of them')
  const { max_age: age, scope = 'openid' } = parameters
  checkArgument(age === undefined || /^\d{1,9}$/.test(age), 'parameters.max_age is no number. Give seconds')
  const reason = refusalOf(request)
  if (reason) return { ok: false, reason }
  const { login, setCookies } = await keepLogin(checked, request, {
    returnTo,
    wantsUserInfo: wantsUserInfo(scope),
    allowsStateAlone: allowStateAlone,
    maxAge: age === undefined ? undefined : Number(age),
  })
  const { state } = login
  const { nonce, codeChallenge } = await proofsOf(checked, login)
  const binding = { state: state + BOUND, nonce, code_challenge: codeChallenge, code_challenge_method: 'S256' }
  const query = new URLSearchParams({
    client_id: checked.clientId,
    response_type: 'code',
    redirect_uri: checked.redirectUri,
    scope,
    ...parameters,
    ...binding,
  })
  const url = `${checked.env.accountUrl.replace(/\/+$/, '')}/oauth/authorize?${query}`
  return { ok: true, url, binding, setCookies, ...(allowStateAlone && { state }) }
}

/**
 * Finishes a login, at the address that receives the code: checks that this browser began it, exchanges the code, and checks
 * the ID token. Needs the package `openid-client`.
 *
 * @param request what came to `redirectUri`; outside data
 * @throws {SDKError} `option-invalid` or `argument-invalid` when `client` or `request` is wrong
 * @throws {Error} when `openid-client` is not installed, or in another version than 6
 * @see RFC 6749 section 4.1.2, RFC 9207, OpenID Connect Core 3.1.3
 * @example
 * const login = await finishLogin(client, request)
 * if (login.ok) await remember(login.user.uuid)
 */
export async function finishLogin(client: LoginClient, request: IncomingRequest): Promise<FinishedLogin> {
  const checked = checkClient(client)
  checkRequest(request)
  const { url } = request
  checkArgument(url != null, 'request has no url. Give the request itself, or its address and its headers')
  const query = URL.canParse(url, checked.redirectUri)
    ? new URL(url, checked.redirectUri).searchParams
    : new URLSearchParams()
  const state = query.get('state') ?? ''
  const isBound = state.endsWith(BOUND)
  const { login, setCookies } = await takeLogin(checked, request, isBound ? state.slice(0, -BOUND.length) : state)
  const returnTo = login?.returnTo ?? returnAddress('/', checked.redirectUri)
  const fail = (reason: LoginFailure, detail?: unknown): FinishedLogin => ({
    ok: false,
    reason,
    // Only a name: whatever else an error says may be a token, or somebody's data.
    ...(/^[\w-]{1,64}$/.test(`${detail}`) && detail ? { detail: `${detail}` } : {}),
    returnTo,
    setCookies,
  })

  // The account pages, a logout and a session refresh come back to this address, too.
  if (!['state', 'code', 'error'].some((name) => query.has(name))) return fail('no-login')
  // Whoever sends the address can take the end of the state off. So the cookie says whether it may be missing.
  if (!login || !(isBound || login.allowsStateAlone)) return fail('state-unknown')
  // Stores say no in more than one way: `SET … NX` of Redis by null, and `SETNX` by 0.
  if (checked.isFirstUse && !(await checked.isFirstUse(login.state, login.expiresAt))) return fail('state-unknown')
  const error = query.get('error')
  if (error) return error === 'access_denied' ? fail('cancelled') : fail('refused', error)

  const oidc = await loadOpenIdClient()
  try {
    const proofs = isBound ? await proofsOf(checked, login) : undefined
    const redeemed = await redeem(oidc, client, checked, query, login, proofs)
    if (!redeemed) return fail('refused', 'invalid_id_token')
    const { claims, idToken, accessToken } = redeemed
    const cookies = [...setCookies, ...endCacheCookie(new URL(checked.redirectUri).hostname)]
    return {
      ok: true,
      user: userOf(claims),
      tokens: { idToken, accessToken },
      returnTo,
      setCookies: cookies,
      clearSiteData: FETCHED_AHEAD,
    }
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

/** Codes by which openid-client says that a response is not right. For a network or a service that fails it has others. */
const IS_ANSWER = /^OAUTH_(?!TIMEOUT|ABORT|RESPONSE_IS_NOT|PARSE)/

function failureOf(cause: unknown, fail: (reason: LoginFailure, detail?: unknown) => FinishedLogin): FinishedLogin {
  const { code, error } = cause as { code?: string; error?: string }
  if (IS_ANSWER.test(`${code}`)) return fail('refused', error ?? code)
  // What fetch throws says in its cause why it has failed, such as ENOTFOUND or CERT_HAS_EXPIRED.
  return fail('unreachable', code ?? Object((cause as Error).cause).code)
}
