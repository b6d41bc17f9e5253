// The steps that most tests begin with, made of real requests.

import type { Emulator } from '../src/index.ts'
import { PUBLISHERS } from '../src/index.ts'
import type { Page, Visitor } from './helpers.ts'

export const site: (typeof PUBLISHERS)[number] = PUBLISHERS[0] as (typeof PUBLISHERS)[number]
export const other: (typeof PUBLISHERS)[number] = PUBLISHERS[1] as (typeof PUBLISHERS)[number]

/** The login URL that the identity library builds. */
export function loginUrl(
  emulator: Emulator,
  publisher: typeof site,
  parameters: Record<string, string>,
): string {
  const url = new URL(emulator.url('account.localhost', '/oauth/authorize'))
  const all = {
    client_id: publisher.clientId,
    response_type: 'code',
    redirect_uri: emulator.url(publisher.siteHost, '/callback'),
    scope: 'openid',
    ...parameters,
  }
  for (const [name, value] of Object.entries(all)) url.searchParams.set(name, value)
  return url.href
}

/** What the site's back end makes for a login. */
export function newLogin(
  emulator: Emulator,
  visitor: Visitor,
  query = '',
  publisher: typeof site = site,
): Promise<{ state: string; binding: Record<string, string> }> {
  return visitor.json(emulator.url(publisher.siteHost, `/login-state${query}`), { method: 'POST' })
}

/** Goes from the site to the login page, as the login button does. */
export async function goToLogin(
  emulator: Emulator,
  visitor: Visitor,
  parameters: Record<string, string> = {},
  publisher: typeof site = site,
): Promise<Page> {
  const { binding } = await newLogin(emulator, visitor, '', publisher)
  return visitor.open(loginUrl(emulator, publisher, { ...binding, ...parameters }))
}

/** Logs a test user in and returns the page that the browser ends on. */
export async function logIn(
  emulator: Emulator,
  visitor: Visitor,
  username: string,
  parameters: Record<string, string> = {},
  publisher: typeof site = site,
): Promise<Page> {
  const page = await goToLogin(emulator, visitor, parameters, publisher)
  return visitor.submit(page, 'login', credentials(emulator, username))
}

export function credentials(emulator: Emulator, username: string): { email: string; password: string } {
  const user = emulator.users.find((candidate) => candidate.username === username)
  if (user === undefined) throw new Error(`no test user ${username}`)
  return { email: user.email, password: user.password }
}

/** Asks the session service, as the library does. */
export async function askSession(
  emulator: Emulator,
  visitor: Visitor,
  publisher: typeof site = site,
  path: string = '/v2/session',
): Promise<{ status: number; body: Record<string, unknown>; headers: Headers }> {
  const url = new URL(emulator.url(publisher.sessionHost, path))
  url.searchParams.set('client_sdrn', `sdrn:localhost:client:${publisher.clientId}`)
  url.searchParams.set('redirect_uri', emulator.url(publisher.siteHost, '/callback'))
  const origin = new URL(emulator.url(publisher.siteHost)).origin
  const response = await visitor.request(url.href, { headers: { origin } })
  return {
    status: response.status,
    body: (await response.json()) as Record<string, unknown>,
    headers: response.headers,
  }
}
