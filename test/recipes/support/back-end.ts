/** A back end that says what it was asked, and answers as a test wants. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What is said. */
export interface Said {
  readonly status?: number
  readonly headers?: Record<string, string | string[]>
}

export interface BackEnd {
  readonly port: number
  /** Requests since the last look, other than those for its health. */
  requests(): IncomingMessage[]
  /** What every answer has from now on, until the test ends. */
  answers(answer: Said | (() => Said)): void
  /** Takes requests and answers none from now on, not even those for its health. */
  hang(): void
  /** Ends, as one that is killed does: nobody listens any more. */
  kill(): Promise<void>
}

/** Each answer has a number of its own, and tells the path, the cookies and the method of its request. */
export async function startBackEnd(): Promise<BackEnd> {
  let wanted: () => Said = () => ({})
  const seen: IncomingMessage[] = []
  let count = 0
  let hangs = false
  const server = createServer((request, response) => {
    if (hangs) return
    if (request.url === '/health') return response.end()
    seen.push(request)
    count += 1
    const { status = 200, headers = { 'cache-control': 's-maxage=60' } } = wanted()
    const { method, url } = request
    const body = `answer ${count}: ${method} ${url} for ${request.headers.cookie ?? 'everybody'}`
    // The length is told, as by a back end that has the whole page: Varnish can then cut a part from what still comes.
    return response.writeHead(status, { 'content-length': Buffer.byteLength(body), ...headers }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => seen.splice(0),
    answers: (answer) => {
      wanted = typeof answer === 'function' ? answer : () => answer
    },
    hang() {
      hangs = true
    },
    async kill() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}
