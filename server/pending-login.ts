/**
 * Logins that are on their way, each in a signed cookie of its own: so tabs and popups that begin one at the same moment do
 * not overwrite each other's. Nonce and code verifier follow from the state and the server's secret, and stand nowhere.
 */
import { cookieHeader, cookiesIn, type IncomingRequest } from './cookies.ts'
import type { CheckedClient } from './login-client.ts'
import { returnAddress } from './return-address.ts'
import { macOf, openText, signText } from './signed-text.ts'
import { bytesOf, randomText, toBase64Url } from './text-encoding.ts'

const LIFETIME_SECONDS = 600
/** Of one browser. The oldest go first; more would make a header that servers refuse. */
const MOST = 8
const PURPOSE = 'portico-login:'

/** A login that was begun. */
export interface PendingLogin {
  readonly state: string
  /** Absolute, and on the site. */
  readonly returnTo: string
  readonly scope: string
  /** In seconds, where it was asked for. */
  readonly maxAge?: number
  /** In milliseconds since the epoch. */
  readonly expiresAt: number
}

const prefixOf = ({ secureCookies }: CheckedClient) => `${secureCookies ? '__Host-' : ''}portico-login-`
const nameOf = (client: CheckedClient, state: string) => prefixOf(client) + state.slice(0, 8)

function setCookie(client: CheckedClient, name: string, value: string, maxAgeSeconds: number): string {
  const secure = client.secureCookies ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** Begins a login; gives it, and the headers `Set-Cookie`. */
export async function keepLogin(
  client: CheckedClient,
  request: IncomingRequest,
  { returnTo, scope, maxAge }: { returnTo: unknown; scope: string; maxAge?: number },
): Promise<{ login: PendingLogin; setCookies: string[] }> {
  const login: PendingLogin = {
    state: randomText(24),
    returnTo: returnAddress(returnTo, client.redirectUri),
    scope,
    maxAge,
    expiresAt: Date.now() + LIFETIME_SECONDS * 1000,
  }
  const text = await signText({ ...login, clientId: client.clientId }, client.cookieSecret, PURPOSE)
  // Browsers send the oldest first.
  const names = cookiesIn(cookieHeader(request)).map(([name]) => name)
  const earlier = [...new Set(names.filter((name) => name.startsWith(prefixOf(client))))]
  const stale = earlier.slice(0, Math.max(0, earlier.length - MOST + 1))
  return {
    login,
    setCookies: [
      setCookie(client, nameOf(client, login.state), text, LIFETIME_SECONDS),
      ...stale.map((name) => setCookie(client, name, '', 0)),
    ],
  }
}

/** Takes a login out of a request by its state: nothing, if this browser did not begin it; and the headers that end it. */
export async function takeLogin(
  client: CheckedClient,
  request: IncomingRequest,
  state: string,
): Promise<{ login?: PendingLogin; setCookies: string[] }> {
  const name = nameOf(client, state)
  const [own, twin] = cookiesIn(cookieHeader(request)).filter(([given]) => given === name)
  const setCookies = own ? [setCookie(client, name, '', 0)] : []
  // Where it came twice, a host beside this one has set the other.
  const opened = own && !twin ? await openText(own[1], client.cookieSecret, PURPOSE) : 'malformed'
  if (typeof opened === 'string') return { setCookies }
  const login = opened as unknown as PendingLogin & { clientId: string }
  const isIt = login.state === state && login.clientId === client.clientId && Date.now() < login.expiresAt
  // Once more: an address of another site may have been signed with the same secret.
  return isIt
    ? { login: { ...login, returnTo: returnAddress(login.returnTo, client.redirectUri) }, setCookies }
    : { setCookies }
}

/** What binds an ID token and a code to a login. */
export interface Proofs {
  readonly nonce: string
  readonly codeVerifier: string
  readonly codeChallenge: string
}

export async function proofsOf({ cookieSecret }: CheckedClient, { state }: PendingLogin): Promise<Proofs> {
  const nonce = await macOf(`portico-nonce:${state}`, cookieSecret)
  const codeVerifier = await macOf(`portico-verifier:${state}`, cookieSecret)
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(codeVerifier))
  return { nonce, codeVerifier, codeChallenge: toBase64Url(new Uint8Array(digest)) }
}
