/**
 * What stands before the processes of a service: it passes connections on to the one that is chosen, and to another one where that does
 * not answer, as a load balancer does.
 */

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

export interface Gate {
  readonly port: number
  /** The ports of the processes, in the order in which they are tried. */
  use(ports: readonly number[]): void
  close(): void
}

export async function openGate(): Promise<Gate> {
  let targets: readonly number[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => pass(socket, [...targets])).listen(0, '127.0.0.1')
  await once(server, 'listening')

  function pass(socket: Socket, [first, ...others]: number[]): void {
    open.add(socket)
    socket.on('error', () => {}).on('close', () => open.delete(socket))
    if (first === undefined) return void socket.destroy()
    const behind = connect(first, '127.0.0.1')
    behind.once('error', () => pass(socket, others))
    behind.once('connect', () => {
      behind.removeAllListeners('error')
      behind.on('error', () => socket.destroy()).on('close', () => socket.destroy())
      socket.on('close', () => behind.destroy())
      socket.pipe(behind).pipe(socket)
    })
  }

  return {
    port: (server.address() as { port: number }).port,
    use(ports) {
      targets = ports
      // Connections that are kept alive would go on to where they went.
      for (const socket of open) socket.destroy()
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
