/**
 * The services of a soak, by HTTP on one port: pages of a site, the session service of its domain, and an account service that logs in
 * whoever is next. The soak says what is wrong with session calls, and may hold their answers back.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Site as SiteChoice } from './model.ts'
import { READERS, type Reader } from './readers.ts'
import { type Trouble, WORKS } from './troubles.ts'

export const SITE = 'www.soak.localhost'
const SESSIONS = 'id.soak.localhost'
const ACCOUNT = 'account.localhost'
const COOKIE = 'session-id'
/** Set for the whole domain from login to logout. */
export const PRESENCE = 'soak-reader'
const GONE = `${COOKIE}=; Path=/; Max-Age=0`
const ABSENT = `${PRESENCE}=; Path=/; Domain=soak.localhost; Max-Age=0`

export interface Service {
  readonly port: number
  readonly sessionUrl: string
  url(path: string): string
  /** What goes wrong with session calls from now on. */
  trouble: Trouble
  /** Who logs in next. */
  next: string
  /** Whether the next session call is answered by the wish for a full-page visit. */
  wantsVisit: boolean
  /** Keeps the answers of session calls back; what it gives lets them go. */
  hold(): () => void
  /** Settles with the next session call that arrives. */
  arrival(): Promise<void>
  /** Begins a session. @returns the values of its two cookies */
  begin(name: string): { id: string; presence: string }
  /** Ends all sessions. Browsers keep their cookies. */
  endSessions(): void
  /** Requests that have no business here, since the last look. */
  surprises(): string[]
  close(): Promise<void>
}

/** What pages are served by: their HTML by path, and their script. */
export interface Site {
  page(path: string): string | undefined
  script: string
  relay: string
  /** Milliseconds by which the soak's clock is ahead. */
  ahead(): number
}

export async function startService(site: Site): Promise<Service> {
  const sessions = new Map<string, Reader>()
  const surprises: string[] = []
  let last = 0
  let held: Promise<void> | undefined
  let arrive = () => {}

  const idOf = ({ headers }: IncomingMessage) =>
    new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(headers.cookie ?? '')?.[1] ?? ''

  /** What is true of the browser that asks. */
  const truth = (request: IncomingMessage): [status: number, body: object, headers?: object] => {
    const id = idOf(request)
    const reader = sessions.get(id)
    if (reader) return [200, { ...reader, baseDomain: 'soak.localhost', sig: 'a signature' }]
    const body = { error: { code: 400, type: 'SessionException' }, response: { expiresIn: 300_000 } }
    return [400, body, id ? { 'set-cookie': [GONE, ABSENT] } : {}]
  }

  const answerSession = async (request: IncomingMessage, response: ServerResponse) => {
    const { trouble } = service
    const wantsVisit = trouble === WORKS && service.wantsVisit
    if (wantsVisit) service.wantsVisit = false
    // An answer that is held back is one to what was asked then.
    const [status, body, more] = wantsVisit ? [200, { redirectURL: '/session-refresh' }] : truth(request)
    const headers = {
      ...more,
      'access-control-allow-origin': request.headers.origin ?? '',
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'retry-after',
      'cache-control': 'no-store',
      'content-type': 'application/json',
    }
    arrive()
    await held
    if (trouble.cuts) {
      response.writeHead(200, { ...headers, 'content-length': '1000' })
      response.write('{"result":true,"userId":666', () => request.socket.end())
    } else if (trouble.answer) {
      const [code, text, extra] = trouble.answer
      response.writeHead(code, { ...headers, ...extra }).end(text)
    } else response.writeHead(status, headers).end(JSON.stringify(body))
  }

  const send = (response: ServerResponse, body: string | undefined, type: string, cache = 'no-store') =>
    response
      .writeHead(body === undefined ? 404 : 200, { 'content-type': type, 'cache-control': cache })
      .end(body)

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const back = new URL(url.searchParams.get('redirect_uri') ?? service.url('/'))
    const goTo = (to: URL, ...cookies: string[]) =>
      response.writeHead(302, { location: to.href, 'set-cookie': cookies, 'cache-control': 'no-store' }).end()
    switch (url.hostname + url.pathname) {
      case `${SESSIONS}/v2/session`:
        return answerSession(request, response)
      case `${SESSIONS}/session-refresh`:
        return goTo(back)
      case `${SESSIONS}/session-start`: {
        const { id, presence } = service.begin(service.next)
        const set = `${PRESENCE}=${presence}; Path=/; Domain=soak.localhost`
        return goTo(back, `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax`, set)
      }
      case `${SESSIONS}/logout`:
        sessions.delete(idOf(request))
        return goTo(back, GONE, ABSENT)
      case `${ACCOUNT}/oauth/authorize`: {
        back.searchParams.set('code', 'a-code')
        back.searchParams.set('state', url.searchParams.get('state') ?? '')
        const start = new URL('/session-start', service.sessionUrl)
        start.searchParams.set('redirect_uri', back.href)
        return goTo(start)
      }
      case `${SITE}/page.js`:
        return send(response, site.script, 'text/javascript', 'max-age=86400')
      case `${SITE}/ahead`:
        return send(response, `${site.ahead()}`, 'application/json')
      case `${SITE}/relay`:
        return send(response, site.relay, 'text/html; charset=utf-8')
      default: {
        const page = url.hostname === SITE ? site.page(url.pathname) : undefined
        if (page === undefined) surprises.push(`a request that nobody expected: ${url.href}`)
        return send(response, page, 'text/html; charset=utf-8')
      }
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  // A server that closes what a browser is about to use would add troubles of its own.
  server.keepAliveTimeout = 3_600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const service: Service = {
    port,
    sessionUrl: `http://${SESSIONS}:${port}`,
    url: (path) => `http://${SITE}:${port}${path}`,
    trouble: WORKS,
    next: 'Ada',
    wantsVisit: false,
    hold() {
      let release = () => {}
      held = new Promise((resolve) => void (release = resolve))
      return release
    },
    arrival: () => new Promise((resolve) => void (arrive = resolve)),
    begin(name) {
      const id = `${++last}.${Math.random()}`
      sessions.set(id, READERS[name] as Reader)
      return { id, presence: `${1_700_000_000 + last}` }
    },
    endSessions: () => sessions.clear(),
    surprises: () => surprises.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return service
}

/** Options of an identity on a page of these services. */
export function optionsFor(
  port: number,
  path: string,
  { isDeclared, revalidates }: SiteChoice,
): Record<string, unknown> {
  const account = `http://${ACCOUNT}:${port}`
  const env = { name: 'SOAK', accountUrl: account, widgetUrl: `${account}/authn/`, globalSessionUrl: account }
  return {
    clientId: 'soak',
    revalidate: revalidates,
    sessionDomain: `http://${SESSIONS}:${port}`,
    redirectUri: `http://${SITE}:${port}${path}`,
    env: { ...env, sdrnNamespace: 'localhost', ...(isDeclared && { readerCookie: PRESENCE }) },
  }
}
