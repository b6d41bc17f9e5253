/** A session service that says more than anybody wants to hear. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'

const MB = 1_000_000

/** Bytes that an answer comes to. What has no end stops there, so that a page without a limit shows itself. */
export const WHOLE: number = 400 * MB

// A session as it should be, if only it ended there.
const BEGINNING = '{"result":true,"userId":101,"id":"'

/** What is poured: without end, or as a few hundred kilobytes that become so much more. */
export type Kind = 'endless' | 'zipped'

export interface Flood {
  /** Base URL of the service that answers in this way. */
  url(kind: Kind): string
  /** Bytes of answers that went out, before they were zipped. */
  sent(): number
  /** Settles when the next endless answer is over: true when the page has hung up on it. */
  hungUp(): Promise<boolean>
  close(): void
}

/** Sends for as long as the other side takes it. */
function pour(response: ServerResponse, onSent: (bytes: number) => void, left = WHOLE): void {
  if (response.destroyed) return
  if (left <= 0) return void response.end()
  onSent(MB)
  const next = () => pour(response, onSent, left - MB)
  if (response.write(Buffer.alloc(MB, 'x'))) setImmediate(next)
  else response.once('drain', next)
}

/** Starts the service on a free port of this machine. */
export async function startFlood(): Promise<Flood> {
  const bomb = gzipSync(Buffer.concat([Buffer.from(BEGINNING), Buffer.alloc(WHOLE, 'x'), Buffer.from('"}')]))
  const waiting = new Set<(hungUp: boolean) => void>()
  let bytes = 0

  const server = createServer(({ url = '', headers }, response) => {
    const isZipped = url.startsWith('/zipped')
    response.writeHead(200, {
      'content-type': 'application/json',
      'access-control-allow-origin': headers.origin ?? '',
      'access-control-allow-credentials': 'true',
      ...(isZipped && { 'content-encoding': 'gzip' }),
    })
    if (isZipped) return void response.end(bomb)
    response.on('close', () => {
      for (const tell of waiting) tell(!response.writableFinished)
      waiting.clear()
    })
    response.write(BEGINNING)
    pour(response, (more) => void (bytes += more))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: (kind) => `http://id.site.localhost:${port}/${kind}`,
    sent: () => bytes,
    hungUp: () => new Promise((resolve) => void waiting.add(resolve)),
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
