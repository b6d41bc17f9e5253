// The servers of the command: one for readers, one for operators. Both have short timeouts for clients, and finish their responses before they
// stop.

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { OptionsError } from '../options/options-error.ts'

const LIMITS = {
  /** How long the headers of a request may take to arrive. */
  headersTimeout: 10_000,
  /** How long a whole request may take to arrive. */
  requestTimeout: 20_000,
  connectionsCheckingInterval: 1000,
  /** Longer than load balancers keep a connection: they close it, not the service, in the middle of a request. */
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16 * 1024,
}

/** How long a stop waits for requests that are being answered. */
const TIMEOUT_MS = 10_000
const IDLE_CHECK_MS = 50

export interface RunningServer {
  readonly port: number
  /** Takes no new connections, and ends when the last request is answered. */
  stop(): Promise<void>
}

/** Names of the files with key and certificate, as PEM. */
export interface TlsFiles {
  readonly key: string
  readonly cert: string
}

/** @throws {OptionsError} when the port is taken, or the certificate cannot be used */
export async function serve(
  listener: RequestListener,
  { port, host, tls }: { port: number; host: string; tls?: TlsFiles | undefined },
): Promise<RunningServer> {
  const server = serverOf(rejectAmbiguous(listener), tls)
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ code }: NodeJS.ErrnoException) => {
      reject(new OptionsError([`port ${port} on ${host} cannot be used (${code}). Name another one`]))
    })
    server.listen(port, host, resolve)
  })
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      // A connection that is kept alive is closed as soon as its request is answered.
      const idle = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS)
      const forced = setTimeout(() => server.closeAllConnections(), TIMEOUT_MS)
      await closed
      clearInterval(idle)
      clearTimeout(forced)
    },
  }
}

/** Refuses a request that a proxy in front may have parsed in another way (request smuggling), and closes its connection. */
const rejectAmbiguous =
  (listener: RequestListener): RequestListener =>
  (request, response) => {
    const problem = problemIn(request)
    if (problem === undefined) return listener(request, response)
    response.writeHead(400, { 'content-type': 'text/plain', connection: 'close' }).end(problem)
  }

function problemIn({ method = '', headers, rawHeaders }: IncomingMessage): string | undefined {
  // RFC 9112, section 3.2. Node takes the first of them.
  if (rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1)
    return 'Send one header Host.'
  // It means nothing (RFC 9110, section 9.3.1), and would be read to its end.
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return hasBody && ['GET', 'HEAD'].includes(method) ? 'Send no body with GET.' : undefined
}

function serverOf(listener: RequestListener, tls: TlsFiles | undefined): Server {
  if (!tls) return createServer(LIMITS, listener)
  try {
    const [key, cert] = [tls.key, tls.cert].map((file) => readFileSync(file))
    return createSecureServer({ ...LIMITS, key, cert, handshakeTimeout: LIMITS.headersTimeout }, listener)
  } catch (cause) {
    throw new OptionsError([`tls: key or certificate cannot be used (${(cause as Error).message})`])
  }
}
