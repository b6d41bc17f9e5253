// A test user is logged in without a browser: the requests of a browser are made here, and the cookies that it would have
// then are handed out. Whoever drives a browser puts them into it.

import { type Cookie, CookieJar } from 'tough-cookie'
import { VISITOR_LOGIN_PATH } from '../account/visitor-login.ts'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'
import { loopbackFetch } from '../http/loopback-fetch.ts'
import { PUBLISHERS } from '../publishers.ts'
import { UnusableError } from '../unusable-error.ts'

/** Who is to be logged in, and where. */
export interface LogInAs {
  readonly username: string
  /** The client whose site they log in to. @default the first demo site's */
  readonly clientId?: string | undefined
  /** What the browser calls itself: WebKit keeps other cookies than the rest on plain http. */
  readonly userAgent?: string | undefined
}

/** A cookie, as Playwright has it. */
export interface BrowserCookie {
  name: string
  value: string
  /** A host; with a dot before it, all hosts of that domain. */
  domain: string
  path: string
  /** Seconds since the Unix epoch; -1 for one that ends with the browser's session. */
  expires: number
  httpOnly: boolean
  secure: boolean
  sameSite: 'Strict' | 'Lax' | 'None'
}

/** What a browser keeps, as Playwright's `storageState` has it. */
export interface StorageState {
  cookies: BrowserCookie[]
  origins: []
}

const MOST_REDIRECTS = 20

const SAME_SITE = { strict: 'Strict', lax: 'Lax', none: 'None' } as const

function browserCookie(cookie: Cookie): BrowserCookie {
  const { key, value, domain, path, hostOnly, httpOnly, secure, sameSite } = cookie
  const expiry = cookie.expiryTime() ?? Number.POSITIVE_INFINITY
  return {
    name: key,
    value,
    domain: hostOnly ? `${domain}` : `.${domain}`,
    path: path ?? '/',
    expires: expiry === Number.POSITIVE_INFINITY ? -1 : Math.floor(expiry / 1000),
    httpOnly,
    secure,
    sameSite: SAME_SITE[sameSite as 'lax'] ?? 'Lax',
  }
}

/** @throws {UnusableError} when there is no such user or client, or a service does not answer */
export async function logInAs(
  context: EmulatorContext,
  { username, clientId = PUBLISHERS[0]?.clientId, userAgent }: LogInAs,
): Promise<StorageState> {
  if (context.store.users.byUsername(username) === undefined)
    throw new UnusableError(`There is no test user "${username}".`)
  const client = context.clients.find(clientId)
  if (client === undefined) throw new UnusableError(`There is no client "${clientId}".`)

  const account = originOf(ACCOUNT_HOST, context.address)
  const services = [account, originOf(client.sessionHost, context.address)]
  const jar = new CookieJar(undefined, { rejectPublicSuffixes: false })
  const visit = async (url: URL, init: RequestInit = {}): Promise<URL | undefined> => {
    const headers = new Headers(init.headers)
    headers.set('cookie', await jar.getCookieString(url.href))
    if (userAgent !== undefined) headers.set('user-agent', userAgent)
    const response = await loopbackFetch(url, { ...init, headers })
    await response.body?.cancel()
    for (const line of response.headers.getSetCookie()) await jar.setCookie(line, url.href)
    const location = response.headers.get('location')
    return location === null ? undefined : new URL(location, url)
  }

  try {
    let next = await visit(new URL(VISITOR_LOGIN_PATH, account), {
      method: 'POST',
      headers: { origin: account },
      body: new URLSearchParams({ username, client: client.clientId }),
    })
    // as far as the site, which is not visited
    for (let count = 0; next && services.includes(next.origin) && count < MOST_REDIRECTS; count += 1)
      next = await visit(next)
    if (next === undefined) throw new Error('the way to the site ended before it')
  } catch (cause) {
    const { session } = context.faults.current
    const why = session === 'none' ? `${(cause as Error).message}.` : `The fault "${session}" is on.`
    throw new UnusableError(`${username} could not log in. ${why}`)
  }
  // those of the login itself are at paths of their own
  const kept = await Promise.all(services.map((origin) => jar.getCookies(`${origin}/`)))
  return { cookies: kept.flat().map(browserCookie), origins: [] }
}
