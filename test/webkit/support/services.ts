/**
 * The emulator, and a server for pages of a test's own, both over HTTPS: WebKit keeps `Secure` cookies on https alone. The
 * certificate is made at run time, and signed by nobody.
 */
import { connect } from 'node:net'
import { createServer } from 'node:tls'
import { type RequestEntry, startEmulator } from 'portico-emulator'
import { generate } from 'selfsigned'
import { OWN_HOST, type PageServer, startPageServer } from '../../e2e/support/page-server.ts'
import { type Services as ServicesOfAny, useServices as useServicesOfAny } from '../../e2e/support/world.ts'

/** The servers of one file; there before its first test. */
export interface Services extends Pick<ServicesOfAny, 'emulator' | 'pages' | 'requests'> {
  /** Settles with the next request to the emulator whose path matches, once it has ended. Ask before you cause it. */
  request(path: RegExp): Promise<RequestEntry>
}

/** Path of the call that asks for the session. */
export const SESSION_CALL: RegExp = /^\/v2\/session\?/

/** A page server behind TLS. */
async function startSecurePages(tls: { key: string; cert: string }): Promise<PageServer> {
  const pages = await startPageServer()
  const plainPort = Number(new URL(pages.url()).port)
  const front = createServer(tls, (socket) => {
    const behind = connect(plainPort, '127.0.0.1')
    // The browser may hang up at any time.
    for (const end of [socket, behind]) end.on('error', () => void [socket, behind].map((it) => it.destroy()))
    socket.pipe(behind).pipe(socket)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const { port } = front.address() as { port: number }
  return {
    serve: pages.serve,
    url: (path = '/', host = OWN_HOST) => `https://${host}:${port}${path}`,
    async close() {
      front.close()
      await pages.close()
    },
  }
}

/** Runs the servers for the file that calls this. */
export function useServices(): Services {
  const services = useServicesOfAny({}, async (options) => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
    const tls = { key, cert }
    return Promise.all([startEmulator({ ...options, tls }), startSecurePages(tls)])
  })
  const { request } = services
  return Object.assign(services, {
    request: (path: RegExp) => request((entry) => path.test(entry.path)),
  })
}
