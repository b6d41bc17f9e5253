// A Redis of the test's own, on a port of its own. `undefined` where the machine has none.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../support/free-port.mjs'
import { hasRedis } from './servers.mjs'

export { hasRedis }

if (!hasRedis && !process.env.PORTICO_STORES)
  process.stderr.write(
    'Left out: what runs on Redis. There is no redis-server: apt-get install redis-server.\n',
  )

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const server of running) server.kill('SIGKILL')
})

/** A server that can go and come back, with its data. */
export interface RedisServer {
  readonly url: string
  start(): Promise<void>
  stop(): Promise<void>
  /** Ends it at once, as a loss of power does. */
  kill(): Promise<void>
  /** Stops it for good, and removes its data. */
  close(): Promise<void>
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
    running.add(server)
    server.once('exit', () => running.delete(server))
    await new Promise<void>((resolve, reject) => {
      server.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)))
      server.stdout.on('data', (text) => {
        if (`${text}`.includes('Ready to accept connections')) resolve()
      })
    })
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const server = child
    child = undefined
    if (!server || server.exitCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }

  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    start,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
    async close() {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

const PATIENCE_MS = 20_000

/** A cluster of three masters, which share the keys. */
export async function startCluster(): Promise<{
  nodes: { host: string; port: number }[]
  close(): Promise<void>
}> {
  // By default, a server talks to the others at ten thousand above its port, where somebody else may be.
  const busPorts = await Promise.all([freePort(), freePort(), freePort()])
  const started = await Promise.allSettled(
    busPorts.map((port) => startRedis('--cluster-enabled', 'yes', '--cluster-port', `${port}`)),
  )
  const servers = started.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  const close = async (): Promise<void> => {
    await Promise.all(servers.map((server) => server.close()))
  }
  try {
    for (const one of started) if (one.status === 'rejected') throw one.reason
    return { nodes: await joined(servers, busPorts), close }
  } catch (cause) {
    // Servers that nobody closes would keep the run alive.
    await close()
    throw cause
  }
}

/** Makes a cluster of servers. @returns where they are */
async function joined(
  servers: readonly RedisServer[],
  busPorts: readonly number[],
): Promise<{ host: string; port: number }[]> {
  const nodes = servers.map(({ url }) => ({ host: '127.0.0.1', port: Number(new URL(url).port) }))
  const clients = servers.map(({ url }) => new Redis(url))
  const slots = [
    [0, 5460],
    [5461, 10_922],
    [10_923, 16_383],
  ] as const
  const isWhole = async (client: Redis): Promise<boolean> => {
    const info = String(await client.cluster('INFO'))
    return info.includes('cluster_state:ok') && info.includes('cluster_known_nodes:3')
  }
  try {
    for (const [index, client] of clients.entries()) {
      await client.cluster('ADDSLOTSRANGE', ...(slots[index] as [number, number]))
      await client.call('CLUSTER', 'MEET', '127.0.0.1', `${nodes[0]?.port}`, `${busPorts[0]}`)
    }
    const giveUpAt = Date.now() + PATIENCE_MS
    for (const client of clients)
      while (!(await isWhole(client))) {
        if (Date.now() > giveUpAt) throw new Error(`No cluster: ${await client.cluster('INFO')}`)
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    return nodes
  } finally {
    for (const client of clients) client.disconnect()
  }
}
