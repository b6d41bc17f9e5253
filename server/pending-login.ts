/**
 * Logins that are on their way. Each has a signed cookie of its own, of bounded size, and there are few names for them: however many
 * begin, the header `Cookie` stays short. Nonce and code verifier are computed from the state and the server's secret, and are stored
 * nowhere.
 */
import { cookiesIn } from './cookies.ts'
import type { CheckedClient } from './login-client.ts'
import { headerOf, type IncomingRequest } from './request.ts'
import { returnAddress } from './return-address.ts'
import { macOf, openText, type Purpose, signText } from './signed-text.ts'
import { bytesOf, randomText, toBase64Url } from './text-encoding.ts'

const LIFETIME_SECONDS = 600
/** How many one browser keeps. Each takes 950 bytes at most: all of them have to pass servers that read 8 kB of headers. */
const MOST = 6

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

const namesFor = ({ secureCookies }: CheckedClient): string[] =>
  Array.from({ length: MOST }, (_, index) => `${secureCookies ? '__Host-' : ''}portico-login-${index}`)

const purposeOf = ({ clientId }: CheckedClient): Purpose => `portico-login:${clientId}:`

function setCookie(client: CheckedClient, name: string, value: string, maxAgeSeconds: number): string {
  const secure = client.secureCookies ? '; Secure' : ''
  return `${name}=${value}; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure}`
}

/** Opens a login's cookie: undefined for one that is over, and for what this server has not signed for this client. */
async function openLogin(client: CheckedClient, text: string): Promise<PendingLogin | undefined> {
  const opened = await openText(text, client.cookieSecret, purposeOf(client))
  if (typeof opened === 'string') return
  // `keepLogin` wrote it: no other text has this signature and purpose.
  const login = opened as unknown as PendingLogin
  return Date.now() < login.expiresAt ? login : undefined
}

/** Logins that begin at one moment, in two tabs or for a page and its popup, see the same cookies. By this they get names of their own. */
let turn = 0

/** The name for one more login: a free one, or one whose login is over. Where these are few, also that of a login on its way. */
async function nameFor(client: CheckedClient, request: IncomingRequest): Promise<string> {
  const cookies = new Map(cookiesIn(headerOf(request, 'cookie')))
  const names = namesFor(client)
  const free = names.filter((name) => !cookies.has(name))
  // Two at one moment need two names.
  const choice = free.length > 1 ? free : await takenNames(client, names, cookies)
  return choice[turn++ % choice.length] as string
}

/** Names to take where hardly one is free: two at least. The three oldest logins and the newest stay, however many begin. */
async function takenNames(client: CheckedClient, names: string[], cookies: Map<string, string>): Promise<string[]> {
  const byAge = await Promise.all(
    names.map(async (name) => ({ name, end: (await openLogin(client, cookies.get(name) ?? ''))?.expiresAt ?? 0 })),
  )
  byAge.sort((one, other) => one.end - other.end)
  const over = byAge.filter(({ end }) => !end)
  const onTheirWay = byAge.filter(({ end }) => end)
  const choice = over.length > 1 ? over : [...over, ...onTheirWay.slice(MOST / 2, -1)]
  return choice.map(({ name }) => name)
}

/** Begins a login; gives it, and the headers `Set-Cookie`. */
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
  const name = await nameFor(client, request)
  const text = await signText(login, client.cookieSecret, purposeOf(client))
  return { login, setCookies: [setCookie(client, name, text, LIFETIME_SECONDS)] }
}

/** Finds a login in a request by its state: none, if this browser did not begin it. Gives the headers that end it, too. */
export async function takeLogin(
  client: CheckedClient,
  request: IncomingRequest,
  state: string,
): Promise<{ login?: PendingLogin; setCookies: string[] }> {
  const names = namesFor(client)
  // A name comes twice where a host beside this one has set it too. The state tells which is the one.
  for (const [name, text] of cookiesIn(headerOf(request, 'cookie')).filter(([name]) => names.includes(name))) {
    const login = await openLogin(client, text)
    if (login?.state !== state) continue
    // Check the address again: another site may have signed one of its own with the same secret.
    const returnTo = returnAddress(login.returnTo, client.redirectUri)
    return { login: { ...login, returnTo }, setCookies: [setCookie(client, name, '', 0)] }
  }
  return { setCookies: [] }
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
