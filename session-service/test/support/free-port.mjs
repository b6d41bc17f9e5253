// A port for a server of a test. It is none of those that systems give to connections on their way out: one of them could take it before
// the server does.

import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

const [FIRST, BEYOND] = [20_000, 32_768]

export async function freePort() {
  const port = randomInt(FIRST, BEYOND)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
