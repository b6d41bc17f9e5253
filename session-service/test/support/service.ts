// A service beside a scripted provider, and browsers that talk to it without a network in between.

import type { ServiceEvent } from '../../src/index.ts'
import {
  createSessionService,
  type SessionService,
  type SessionServiceOptions,
  type Site,
} from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite.ts'
import { CLIENT_ID, CLIENT_SECRET, type ScriptedProvider } from './scripted-provider.ts'

export const ID: string = 'https://id.news.test'
export const WWW: string = 'https://www.news.test'
export const SPORT: string = 'https://sport.news.test'
export const CALLBACK: string = `${WWW}/callback`

/** A site whose secrets are single texts. */
export interface TestSite extends Site {
  readonly signatureSecret: string
  readonly clientSecret: string
}

export const siteNamed = (clientId: string, origin: string): TestSite => ({
  clientId,
  clientSecret: `client-secret-of-${clientId}-with-some-length`,
  signatureSecret: `signature-secret-of-the-client-${clientId}`,
  redirectUris: [`${origin}/callback`],
  logoutUris: [`${origin}/`],
})

export const NEWS: TestSite = siteNamed('news', WWW)
export const SPORTS: TestSite = siteNamed('sport', SPORT)

/** A service, and what it told of itself. */
export interface TestService extends SessionService {
  readonly events: ServiceEvent[]
  readonly options: SessionServiceOptions
}

export function testService(
  provider: ScriptedProvider,
  more: Partial<SessionServiceOptions> = {},
): TestService {
  const events: ServiceEvent[] = []
  const options: SessionServiceOptions = {
    origin: ID,
    provider: { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
    sites: [NEWS, SPORTS],
    store: sqliteStore(':memory:'),
    cookieSecret: 'cookie-secret-of-the-session-service-0',
    identitySecret: 'identity-secret-of-the-session-service',
    onEvent: (event) => events.push(event),
    ...more,
  }
  return { ...createSessionService(options), events, options }
}

/** What a browser says of itself when a page of the site opens an address in the tab. */
export const NAVIGATION: Record<string, string> = {
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
  'sec-fetch-site': 'same-site',
  referer: `${WWW}/`,
}

/** A browser: it keeps the service's cookies, and follows nothing by itself. */
export class TestBrowser {
  readonly cookies: Map<string, string> = new Map()
  /** What it sends with each request. */
  headers: Record<string, string> = {}
  readonly #service: SessionService
  readonly #origin: string

  /** @param origin of the service, as the browser asks for it */
  constructor(service: SessionService, origin: string = ID) {
    this.#service = service
    this.#origin = origin
  }

  async ask(path: string, init: RequestInit & { headers?: Record<string, string> } = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...(cookie && { cookie }), ...this.headers, ...init.headers }
    const response = await this.#service.fetch(
      new Request(`${this.#origin}${path}`, { redirect: 'manual', ...init, headers }),
    )
    for (const line of response.headers.getSetCookie()) this.keep(line)
    return response
  }

  /** Does what a value of `Set-Cookie` says. */
  keep(line: string): void {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/Max-Age=0/.test(line)) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }

  /** Opens an address in a tab, from a page of a site. */
  visit(path: string, site: string = WWW): Promise<Response> {
    return this.ask(path, { headers: { ...NAVIGATION, referer: `${site}/` } })
  }

  /** What a page of the site learns. */
  async session(site: { clientId: string } = NEWS, origin: string = WWW): Promise<Response> {
    return this.ask(`/v2/session?client_sdrn=sdrn:x:client:${encodeURIComponent(site.clientId)}`, {
      headers: { origin },
    })
  }

  /** What a page of the site learns, as a number: 200 of a session, 400 of nobody. */
  async told(site?: { clientId: string }, origin?: string): Promise<number> {
    const response = await this.session(site, origin)
    const { error } = await response.json()
    return error?.code ?? response.status
  }

  /** Begins a login. @returns the address at the provider */
  async begin(more: Record<string, string> = {}): Promise<string> {
    const response = await this.visit(authorizePath(more))
    return response.headers.get('location') ?? ''
  }

  /** Logs in, as the scripted provider has it. @returns what the service answers when the browser comes back */
  async comeBack(provider: ScriptedProvider, more: Record<string, string> = {}): Promise<Response> {
    return this.visit(`/callback${provider.approve(await this.begin(more))}`)
  }

  /** The same, for a login that comes back to its site. @returns the address there */
  async logIn(provider: ScriptedProvider, more: Record<string, string> = {}): Promise<URL> {
    return new URL((await this.comeBack(provider, more)).headers.get('location') ?? '')
  }
}

/** The path of a login, as the library makes it. */
export function authorizePath(more: Record<string, string> = {}): string {
  const query = {
    client_id: 'news',
    redirect_uri: CALLBACK,
    response_type: 'code',
    scope: 'openid',
    state: 'a-state',
  }
  return `/oauth/authorize?${new URLSearchParams({ ...query, ...more })}`
}

/** A form that a server posts. */
export function form(
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): RequestInit & {
  headers: Record<string, string>
} {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body: `${new URLSearchParams(fields)}`,
  }
}
