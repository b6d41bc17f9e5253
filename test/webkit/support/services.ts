/**
 * The emulator, and a server for pages of a test's own, both over HTTPS: WebKit keeps `Secure` cookies on https alone. The
 * certificate is made at run time, and signed by nobody.
 */
import { connect } from 'node:net'
import { createServer } from 'node:tls'
import { type Emulator, type RequestEntry, startEmulator } from 'portico-emulator'
import { generate } from 'selfsigned'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { OWN_HOST, type PageServer, startPageServer } from '../../e2e/support/page-server.ts'

/** The servers of one file; there before its first test. */
export interface Services {
  readonly emulator: Emulator
  readonly pages: PageServer
  /** Requests to the emulator whose path matches, since the last look at any. */
  requests(path: RegExp): RequestEntry[]
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
  const entries: RequestEntry[] = []
  const waiting = new Set<(entry: RequestEntry) => void>()
  let emulator: Emulator
  let pages: PageServer

  beforeAll(async () => {
    const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }])
    const onRequest = (entry: RequestEntry) => {
      entries.push(entry)
      for (const look of waiting) look(entry)
    }
    emulator = await startEmulator({ tls: { key, cert }, onRequest })
    pages = await startSecurePages({ key, cert })
    emulator.registerRedirectUri('harbour-post', pages.url())
  })
  afterEach(() => {
    emulator.resetFaults()
    waiting.clear()
    entries.length = 0
  })
  afterAll(async () => {
    await pages?.close()
    await emulator?.close()
  })

  return {
    get emulator() {
      return emulator
    },
    get pages() {
      return pages
    },
    requests: (path) => entries.splice(0).filter((entry) => path.test(entry.path)),
    request: (path) =>
      new Promise((resolve) => {
        const look = (entry: RequestEntry) => {
          if (!path.test(entry.path)) return
          waiting.delete(look)
          resolve(entry)
        }
        waiting.add(look)
      }),
  }
}
