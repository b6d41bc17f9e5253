/**
 * The services of a soak, over real HTTP on one port: pages of a site, their session service with its cookie, and an
 * account service that logs in whoever is next. What the session service does wrong is told to it call by call.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type Exchange, type Opened, open } from './exchange.ts'
import type { Fault, Reply } from './faults.ts'
import type { Reader } from './readers.ts'

export const SITE_HOST = 'www.soak.localhost'
const SESSION_HOST = 'id.soak.localhost'
const ACCOUNT_HOST = 'account.localhost'
/** The session's cookie, which the session service gives and takes. */
export const COOKIE = 'session-id'
const json = 'application/json'

export interface Service {
  readonly port: number
  url(path: string): string
  /** Where the session service is. */
  readonly sessionUrl: string
  /** Session calls from now on belong to this exchange; `hold` keeps their answers back. */
  expect(fault: Fault, hold?: boolean): Exchange
  /** From now on, no session call is expected. */
  expectNone(): void
  /** The first session call of the next page that loads belongs to this exchange: its head makes it. */
  expectHead(fault: Fault): Exchange
  /** From now on, no head of a page is expected to begin a session call. */
  expectNoHead(): void
  /** Paths of full-page visits to these services that were answered, since the last look. */
  visits(): string[]
  /** Who logs in next, and for how long a session of theirs is good in the pages. */
  next: { reader: Reader; lifetimeMs?: number }
  /** Whether a visit to these services leaves the page where it is: they answer 204 instead of a redirect. */
  stays: boolean
  /** Visits are answered when this has settled. */
  visited: Promise<unknown>
  /** Ends all sessions. Browsers keep their cookies. */
  endSessions(): void
  /** What nobody expected, since the last look. */
  surprises(): string[]
  close(): Promise<void>
}

interface SiteSession {
  readonly reader: Reader
  readonly lifetimeMs?: number
}

/** What to send once it is known what is true. */
interface Send {
  status: number
  body: string
  headers?: Record<string, string>
}

const deleted = { 'set-cookie': `${COOKIE}=; Path=/; Max-Age=0` }
const setting = (id: string) => ({ 'set-cookie': `${COOKIE}=${id}; Path=/; HttpOnly; SameSite=Lax` })

/** What the services serve besides their answers. */
export interface Site {
  /** The HTML of a page. */
  page(port: number, path: string): string
  /** What each page loads first, and anew each time. */
  first(): string
  /** What time it is, and what is drawn, for a page that was asleep. */
  now(): { now: number; chance: number }
  /** The HTML of the page that a login's popup ends on. */
  relay: string
  /** What each page loads last. */
  script: string
}

/** Starts the services. */
export async function startService({ page, first, now, relay, script }: Site): Promise<Service> {
  const sessions = new Map<string, SiteSession>()
  const sockets = new Set<Socket>()
  let lastId = 0
  const surprises: string[] = []
  let current: Opened | undefined
  /** The exchange of the head of the next page, and whether that page is loading. */
  let head: Opened | undefined
  let headLoads = false
  const visits: string[] = []

  const idOf = ({ headers }: IncomingMessage) =>
    new RegExp(`(?:^|; )${COOKIE}=([^;]+)`).exec(headers.cookie ?? '')?.[1]

  /** What is true of the browser that asks. */
  const truth = (request: IncomingMessage): Send => {
    const id = idOf(request)
    const failure = (code: number) =>
      JSON.stringify({ error: { code, type: 'SessionException' }, response: { expiresIn: 300_000 } })
    if (id === undefined) return { status: 400, body: failure(400) }
    const session = sessions.get(id)
    if (!session) return { status: 401, body: failure(401), headers: deleted }
    const { reader, lifetimeMs: expiresIn } = session
    return {
      status: 200,
      body: JSON.stringify({ ...reader, expiresIn, baseDomain: 'soak.localhost', sig: 'a signature' }),
    }
  }

  const answerSession = async (request: IncomingMessage, response: ServerResponse) => {
    const exchange = headLoads ? head : current
    headLoads = false
    if (!exchange) {
      surprises.push(`a session call that nobody expected: ${request.url}`)
      response.writeHead(500).end()
      return
    }
    const reply: Reply = exchange.fault.reply(++exchange.requests)
    // Before it is held back: it is an answer to what was asked then.
    const send = reply.kind === 'truth' ? truth(request) : undefined
    exchange.arrive()
    await exchange.hold
    const cors = {
      'access-control-allow-origin': request.headers.origin ?? '',
      'access-control-allow-credentials': 'true',
      'cache-control': 'no-store',
    }
    switch (reply.kind) {
      case 'truth':
        if (reply.delayMs) await new Promise((resolve) => setTimeout(resolve, reply.delayMs))
        response.writeHead(send?.status ?? 500, { ...cors, ...send?.headers, 'content-type': json })
        response.end(send?.body)
        return
      case 'answer':
        response.writeHead(reply.status, {
          ...(reply.readable !== false && cors),
          ...reply.headers,
          'content-type': json,
        })
        response.end(reply.body)
        return
      case 'cut':
        response.writeHead(200, { ...cors, 'content-type': json, 'content-length': '1000' })
        response.write('{"result":true,"userId":66', () => request.socket.end())
        return
      case 'hang up':
        request.socket.destroy()
    }
    // Silence: the page hangs up.
  }

  /** The end of a full-page visit: on to the page, or, for a tab that stays, nowhere. */
  const leave = async (path: string, response: ServerResponse, to: string, headers = {}) => {
    await service.visited.catch(() => {})
    visits.push(path)
    if (service.stays) response.writeHead(204, headers).end()
    else response.writeHead(302, { ...headers, location: to }).end()
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const host = (request.headers.host ?? '').split(':')[0]
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const back = new URL(url.searchParams.get('redirect_uri') ?? service.url('/'))
    const route = `${host}${url.pathname}`
    switch (route) {
      case `${SESSION_HOST}/v2/session`:
        return answerSession(request, response)
      case `${SESSION_HOST}/session-refresh`:
        return leave(url.pathname, response, back.href)
      case `${SESSION_HOST}/session-start`: {
        const id = `${++lastId}.${Math.random().toString(36).slice(2)}`
        sessions.set(id, service.next)
        return leave(url.pathname, response, back.href, setting(id))
      }
      case `${SESSION_HOST}/logout`:
        sessions.delete(idOf(request) ?? '')
        return leave(url.pathname, response, back.href, deleted)
      case `${ACCOUNT_HOST}/oauth/authorize`: {
        back.searchParams.set('code', `${lastId}`)
        back.searchParams.set('state', url.searchParams.get('state') ?? '')
        const start = new URL(`http://${SESSION_HOST}:${port}/session-start`)
        start.searchParams.set('redirect_uri', back.href)
        response.writeHead(302, { location: start.href }).end()
        return
      }
      case `${SITE_HOST}/page.js`:
        response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'max-age=86400' })
        response.end(script)
        return
      case `${SITE_HOST}/first.js`:
        headLoads = !!head
        response
          .writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' })
          .end(first())
        return
      case `${SITE_HOST}/now`:
        response
          .writeHead(200, { 'content-type': json, 'cache-control': 'no-store' })
          .end(JSON.stringify(now()))
        return
      case `${SITE_HOST}/relay`:
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(relay)
        return
      case `${SITE_HOST}/`:
      case `${SITE_HOST}/alone`:
      case `${SITE_HOST}/head`:
      case `${SITE_HOST}/hidden`:
      case `${SITE_HOST}/second`:
      case `${SITE_HOST}/denied`:
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page(port, url.pathname))
        return
      default:
        surprises.push(`a request that nobody expected: ${route}`)
        response.writeHead(404).end()
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  // A server that closes what a browser is about to use would add faults of its own.
  server.keepAliveTimeout = 3_600_000
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  const service: Service = {
    port,
    url: (path) => `http://${SITE_HOST}:${port}${path}`,
    sessionUrl: `http://${SESSION_HOST}:${port}`,
    expect(fault, hold) {
      current = open(fault, hold)
      return current
    },
    expectNone: () => void (current = undefined),
    expectHead(fault) {
      head = open(fault)
      return head
    },
    expectNoHead() {
      head = undefined
      headLoads = false
    },
    visits: () => visits.splice(0),
    next: { reader: { result: false } },
    stays: false,
    visited: Promise.resolve(),
    endSessions: () => sessions.clear(),
    surprises: () => surprises.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
  return service
}

/** Options of an identity on a page of these services, but for `redirectUri`, which is the page itself. */
export function optionsFor(port: number): Record<string, unknown> {
  const account = `http://${ACCOUNT_HOST}:${port}`
  return {
    clientId: 'soak',
    sessionDomain: `http://${SESSION_HOST}:${port}`,
    env: {
      name: 'SOAK',
      accountUrl: account,
      widgetUrl: `${account}/authn/`,
      globalSessionUrl: account,
      sdrnNamespace: 'localhost',
    },
  }
}
