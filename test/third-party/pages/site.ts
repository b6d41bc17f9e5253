/**
 * A site on this machine, its session service, and whoever the third-party scripts on its pages report to. It is the browser's proxy, too: what
 * asks for any other host gets nothing from there, and never leaves the machine.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ADA, NO_SESSION } from '../../support/fixtures.ts'

/** Pages are on hosts of the site, each on one of its own: to each, a reader comes for the first time. */
const SITE = 'site.localhost'
const SESSION_SERVICE = 'id.site.localhost'
const BEACONS = 'beacons.localhost'

/** What a page says at its end, as text: the third-party scripts may have done anything to its natives. */
export interface Told {
  /** By the library; empty where it is not on the page. */
  userId: string
  events: string
  /** By devtools, where the page has used them: what the diagnosis has found, the report, and what the panel shows. */
  findings: string
  report: string
  views: string
  /** Errors, unhandled rejections, and what is written to the console as an error or a warning; a line each. */
  errors: string
  /** Natives that are others than before the anonymous reader, by name. */
  replaced: string
}

export interface Site {
  readonly port: number
  /** Answers this path of the site from now on. */
  serve(path: string, type: string, body: string): void
  /** The origins on this machine. */
  readonly sessionService: string
  readonly beacons: string
  /** The origin of the page of this name. */
  originOf(page: string): string
  /** Settles when the page of this name has said what became of it. */
  told(page: string): Promise<Told>
  /** How often the page of this name has asked the session service. */
  requests(page: string): number
  close(): Promise<void>
}

/** Lets a page of any origin read an answer, whatever headers it has sent. */
function allow({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader('access-control-allow-origin', headers.origin ?? '*')
  response.setHeader('access-control-allow-credentials', 'true')
  response.setHeader('access-control-allow-headers', headers['access-control-request-headers'] ?? '*')
}

/** Starts it on a free port. */
export async function startSite(): Promise<Site> {
  const files = new Map<string, { type: string; body: string }>()
  const asked: string[] = []
  const waiting = new Map<string, (told: Told) => void>()

  const answerSite = (url: URL, response: ServerResponse) => {
    const file = files.get(url.pathname)
    const ended = /^\/told\/(.+)/.exec(url.pathname)?.[1]
    if (ended) waiting.get(ended)?.(Object.fromEntries(url.searchParams) as unknown as Told)
    // For both hosts of the site, as a reader who has logged in has it.
    response.setHeader('set-cookie', 'reader=ada; Domain=site.localhost; Path=/')
    response.writeHead(file ? 200 : 204, { 'content-type': file?.type ?? 'text/plain' }).end(file?.body)
  }
  const answerSession = (url: URL, request: IncomingMessage, response: ServerResponse) => {
    asked.push(`${url.searchParams.get('client_sdrn')?.split(':').at(-1)}`)
    const isReader = request.headers.cookie?.includes('reader=ada')
    response.writeHead(isReader ? 200 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isReader ? ADA : NO_SESSION))
  }

  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', `http://${request.headers.host}`)
    allow(request, response)
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else if (url.hostname === SESSION_SERVICE) answerSession(url, request, response)
    else if (url.hostname.endsWith(`.${SITE}`)) answerSite(url, response)
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
  // A tunnel to another host, for its https.
  server.on('connect', (_, socket) => socket.end('HTTP/1.1 502 Not from here\r\n\r\n'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    port,
    sessionService: `http://${SESSION_SERVICE}:${port}`,
    beacons: `http://${BEACONS}:${port}`,
    originOf: (page) => `http://${page}.${SITE}:${port}`,
    serve: (path, type, body) => void files.set(path, { type, body }),
    told: (page) => new Promise((resolve) => waiting.set(page, resolve)),
    requests: (page) => asked.filter((name) => name === page).length,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
