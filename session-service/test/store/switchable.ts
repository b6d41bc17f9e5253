// An address that leads to one server now, and to another later, as that of a service with a failover does.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface SwitchableAddress {
  readonly url: string
  /** New connections lead there. Those that stand stay. */
  leadTo(url: string): void
  close(): Promise<void>
}

export async function switchable(first: string): Promise<SwitchableAddress> {
  let target = new URL(first)
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const onward = connect(Number(target.port), target.hostname)
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(first)
  url.port = `${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    leadTo(url) {
      target = new URL(url)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
