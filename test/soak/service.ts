/**
 * The services of a soak, by HTTP on one port: pages of a site, and the account and session service of its domain, which logs in whoever
 * is next. The soak says what is wrong with session calls, and may hold their answers back.
 */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Site } from './model.ts'
import { READERS, type Reader } from './readers.ts'
import { type Response, type Trouble, WORKS } from './troubles.ts'

const HOSTS = { site: 'www.soak.localhost', sessions: 'id.soak.localhost' }
/** Set for the whole domain from login to logout. */
const PRESENCE = 'soak-reader'
const DOMAIN = 'Path=/; Domain=soak.localhost'
const GONE = { 'set-cookie': ['session-id=; Path=/; Max-Age=0', `${PRESENCE}=; ${DOMAIN}; Max-Age=0`] }

export class Service {
  /** What goes wrong with session calls from now on. */
  trouble: Trouble = WORKS
  /** Who logs in next. */
  next = 'Ada'
  /** Who reads, by the browser's cookie. */
  readonly sessions: Map<string, Reader> = new Map()
  readonly #file: (path: string) => string
  readonly #server = createServer(async (request, response) => {
    const [status, body, headers] = await this.#answer(request)
    response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body)
  })
  #last = 0
  #held: Promise<void> | undefined
  #arrive = (): void => {}

  /** @param file the site's pages by path, and their script */
  constructor(file: (path: string) => string) {
    this.#file = file
    // A server that closes what a browser is about to use would add troubles of its own.
    this.#server.keepAliveTimeout = 3_600_000
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  url(path: string, host: keyof typeof HOSTS = 'site'): string {
    return `http://${HOSTS[host]}:${(this.#server.address() as AddressInfo).port}${path}`
  }

  /** Keeps the answers of session calls back until `release`. `arrived` settles with the next one that comes. */
  hold(): { arrived: Promise<void>; release: () => void } {
    let release = () => {}
    this.#held = new Promise((resolve) => {
      release = () => {
        this.#held = undefined
        resolve()
      }
    })
    const arrived = new Promise<void>((resolve) => void (this.#arrive = resolve))
    return { arrived, release }
  }

  /** Options of an identity on a page of the site. */
  optionsFor(path: string, { isDeclared, revalidates }: Site): Record<string, unknown> {
    const url = this.url('', 'sessions')
    const urls = { accountUrl: url, widgetUrl: `${url}/authn/`, globalSessionUrl: url }
    const cookie = isDeclared && { presenceCookie: PRESENCE }
    const env = { name: 'SOAK', sdrnNamespace: 'localhost', ...urls, ...cookie }
    return { clientId: 'soak', sessionDomain: url, redirectUri: this.url(path), revalidate: revalidates, env }
  }

  /** What is true of the browser that asks. */
  #truth(id: string): Response {
    const reader = this.sessions.get(id)
    if (reader) return [200, JSON.stringify({ ...reader, baseDomain: 'soak.localhost', sig: 'a signature' })]
    const body = { error: { code: 400, type: 'SessionException' }, response: { expiresIn: 300_000 } }
    return [400, JSON.stringify(body), id ? GONE : {}]
  }

  async #answerSession(id: string, origin: string): Promise<Response> {
    // An answer that is held back is one to what was asked then. It takes no cookie away: that may be the cookie of a later login.
    const [status, body, cookies] = this.trouble.answer ?? this.#truth(id)
    const headers = this.#held ? {} : cookies
    this.#arrive()
    await this.#held
    const cors = {
      'access-control-allow-origin': origin,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers': 'retry-after',
    }
    return [status, body, { 'content-type': 'application/json', ...cors, ...headers }]
  }

  async #answer({ url: address = '/', headers }: IncomingMessage): Promise<Response> {
    const url = new URL(address, `http://${headers.host}`)
    const [, id = ''] = /(?:^|; )session-id=([^;]+)/.exec(headers.cookie ?? '') ?? []
    const back = new URL(url.searchParams.get('redirect_uri') ?? this.url('/'))
    switch (url.hostname + url.pathname) {
      case `${HOSTS.sessions}/v2/session`:
        return this.#answerSession(id, headers.origin ?? '')
      case `${HOSTS.sessions}/oauth/authorize`: {
        back.searchParams.set('code', 'a-code')
        back.searchParams.set('state', url.searchParams.get('state') ?? '')
        const begun = `${++this.#last}.${Math.random()}`
        this.sessions.set(begun, READERS[this.next] as Reader)
        const session = `session-id=${begun}; Path=/; HttpOnly; SameSite=Lax`
        const presence = `${PRESENCE}=${1_700_000_000 + this.#last}; ${DOMAIN}`
        return [302, '', { location: back.href, 'set-cookie': [session, presence] }]
      }
      case `${HOSTS.sessions}/logout`:
        this.sessions.delete(id)
        return [302, '', { location: back.href, ...GONE }]
    }
    const type = url.pathname.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8'
    return [200, this.#file(url.pathname), { 'content-type': type }]
  }
}
