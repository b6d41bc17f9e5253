/** Serves pages of a test's own, on hosts under `localhost`, so that they are of one site with the session service. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The host of pages that share the site of the first demo publisher's session service. */
export const OWN_HOST = 'pages.site.localhost'

/** What is sent for a path. */
export interface Answer {
  body: string
  /** @default 200 */
  status?: number
  /** @default 'text/html; charset=utf-8' */
  type?: string
  headers?: Record<string, string | string[]>
}

/** A running server. */
export interface PageServer {
  /** Answers a path, on any host, from now on. */
  serve(path: string, answer: Answer | ((headers: IncomingHttpHeaders) => Answer)): void
  url(path?: string, host?: string): string
  close(): Promise<void>
}

function send(response: ServerResponse, answer: Answer): void {
  const { body, status = 200, type = 'text/html; charset=utf-8', headers } = answer
  response.writeHead(status, { 'content-type': type, ...headers }).end(body)
}

/** Starts a server on a free port of this machine. */
export async function startPageServer(): Promise<PageServer> {
  const answers = new Map<string, Answer | ((headers: IncomingHttpHeaders) => Answer)>()
  const server = createServer((request, response) => {
    const answer = answers.get(new URL(request.url ?? '/', 'http://any.localhost').pathname)
    if (answer === undefined) response.writeHead(404).end()
    else send(response, typeof answer === 'function' ? answer(request.headers) : answer)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    serve: (path, answer) => void answers.set(path, answer),
    url: (path = '/', host = OWN_HOST) => `http://${host}:${port}${path}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
