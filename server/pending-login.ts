/**
 * Logins that are on their way. Each has a signed cookie of its own, so that tabs and popups which begin one at the same moment
 * do not overwrite each other's. Nonce and code verifier are computed from the state and the server's secret, and are stored nowhere.
 */
import { checkArgument } from '../core/errors.ts'
import { cookieHeader, cookiesIn, type IncomingRequest } from './cookies.ts'
import type { CheckedClient } from './login-client.ts'
import { returnAddress } from './return-address.ts'
import { macOf, openText, signText } from './signed-text.ts'
import { bytesOf, randomText, toBase64Url } from './text-encoding.ts'

const LIFETIME_SECONDS = 600
/** How many one browser keeps. The oldest go first: servers refuse a longer header. */
const MOST = 8
/** Bytes of a cookie's name and value that a browser keeps (RFC 6265bis, section 5.6). It drops a larger one without a word. */
const LARGEST = 4096
const PURPOSE = 'portico-login:'

/** What has to be remembered of a login besides its state. */
interface LoginFacts {
  /** Whether its scope asks for claims that the account service does not put into the ID token. */
  readonly wantsUserInfo: boolean
  /** Whether it may be finished by its state alone, without nonce and code challenge. */
  readonly allowsStateAlone: boolean
  /** Seconds since the reader authenticated at the most, where that was asked for. */
  readonly maxAge?: number
}

/** A login that was begun. */
export interface PendingLogin extends LoginFacts {
  readonly state: string
  /** Absolute, and on the site. */
  readonly returnTo: string
  /** In milliseconds since the epoch. */
  readonly expiresAt: number
}

const prefixOf = ({ secureCookies }: CheckedClient) => `${secureCookies ? '__Host-' : ''}portico-login-`
const nameOf = (client: CheckedClient, state: string) => prefixOf(client) + state.slice(0, 8)

function setCookie(client: CheckedClient, name: string, value: string, maxAgeSeconds: number): string {
  const secure = client.secureCookies ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/**
 * Begins a login; gives it, and the headers `Set-Cookie`.
 *
 * @throws {SDKError} `argument-invalid` when browsers would not keep the cookie
 */
export async function keepLogin(
  client: CheckedClient,
  request: IncomingRequest,
  { returnTo, ...facts }: LoginFacts & { returnTo: unknown },
): Promise<{ login: PendingLogin; setCookies: string[] }> {
  const login: PendingLogin = {
    state: randomText(24),
    returnTo: returnAddress(returnTo, client.redirectUri),
    ...facts,
    expiresAt: Date.now() + LIFETIME_SECONDS * 1000,
  }
  const name = nameOf(client, login.state)
  const text = await signText({ ...login, clientId: client.clientId }, client.cookieSecret, PURPOSE)
  checkArgument(
    name.length + text.length <= LARGEST,
    `clientId has ${client.clientId.length} characters, with which browsers drop the login’s cookie. Give the client identifier`,
  )
  // Browsers send the oldest first.
  const names = cookiesIn(cookieHeader(request)).map(([name]) => name)
  const earlier = [...new Set(names.filter((name) => name.startsWith(prefixOf(client))))]
  const stale = earlier.slice(0, Math.max(0, earlier.length - MOST + 1))
  return {
    login,
    setCookies: [
      setCookie(client, name, text, LIFETIME_SECONDS),
      ...stale.map((name) => setCookie(client, name, '', 0)),
    ],
  }
}

/** Finds a login in a request by its state: none, if this browser did not begin it. Gives the headers that end it, too. */
export async function takeLogin(
  client: CheckedClient,
  request: IncomingRequest,
  state: string,
): Promise<{ login?: PendingLogin; setCookies: string[] }> {
  const name = nameOf(client, state)
  const [own, twin] = cookiesIn(cookieHeader(request)).filter(([given]) => given === name)
  const setCookies = own ? [setCookie(client, name, '', 0)] : []
  // Where the name comes twice, a host beside this one has set one of the two, and nobody can tell which.
  const opened = own && !twin ? await openText(own[1], client.cookieSecret, PURPOSE) : 'malformed'
  if (typeof opened === 'string') return { setCookies }
  // `keepLogin` wrote it: no other text has this signature and purpose.
  const login = opened as unknown as PendingLogin & { clientId: string }
  const isIt = login.state === state && login.clientId === client.clientId && Date.now() < login.expiresAt
  // Check the address again: another site may have signed one of its own with the same secret.
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

/** Computes what binds the ID token and the code of a login to it. */
export async function proofsOf({ cookieSecret }: CheckedClient, { state }: PendingLogin): Promise<Proofs> {
  const nonce = await macOf(`portico-nonce:${state}`, cookieSecret)
  const codeVerifier = await macOf(`portico-verifier:${state}`, cookieSecret)
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(codeVerifier))
  return { nonce, codeVerifier, codeChallenge: toBase64Url(new Uint8Array(digest)) }
}
