// A way to a server whose bytes are held back, as on a link to another data centre that is slow.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface HoldingLink {
  readonly port: number
  /** From now on, nothing that the server sends arrives. */
  hold(): void
  release(): void
  close(): Promise<void>
}

export async function holdingLink(serverPort: number): Promise<HoldingLink> {
  const sockets = new Set<Socket>()
  const fromServer = new Set<Socket>()
  const link = createServer((socket) => {
    const onward = connect(serverPort, '127.0.0.1')
    socket.pipe(onward)
    onward.on('data', (bytes) => socket.write(bytes))
    fromServer.add(onward)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(link, 'listening')
  return {
    port: (link.address() as AddressInfo).port,
    hold() {
      for (const socket of fromServer) socket.pause()
    },
    release() {
      for (const socket of fromServer) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      link.close()
      await once(link, 'close')
    },
  }
}
