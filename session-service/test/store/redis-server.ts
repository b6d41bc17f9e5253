// A Redis of the test's own, on a port of its own. `undefined` where the machine has none.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this machine has one. */
export const hasRedis: boolean = spawnSync('redis-server', ['--version']).status === 0

if (!hasRedis)
  process.stderr.write(
    'Left out: what runs on Redis. There is no redis-server: apt-get install redis-server.\n',
  )

/** A server that can go and come back, with its data. */
export interface RedisServer {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Stops it for good, and removes its data. */
  close(): Promise<void>
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

/** Starts a server. @param more settings, as on its command line */
export async function startRedis(...more: string[]): Promise<RedisServer> {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'portico-redis-'))
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const args = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder]
    const server = spawn('redis-server', [...args, '--appendonly', 'yes', '--save', '', ...more], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child = server
    process.once('exit', () => server.kill('SIGKILL'))
    await new Promise<void>((resolve, reject) => {
      server.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)))
      server.stdout.on('data', (text) => {
        if (`${text}`.includes('Ready to accept connections')) resolve()
      })
    })
  }

  async function stop(): Promise<void> {
    const server = child
    child = undefined
    if (!server || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop,
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
