// The store for many machines passes the contract, and fails at once while its server is away.

import { once } from 'node:events'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storeContract } from '../../src/store/contract.ts'
import { redisStore } from '../../src/store/redis.ts'
import type { SessionStore, StoredSession } from '../../src/store/session-store.ts'
import { hasRedis, type RedisServer, startRedis } from './redis-server.ts'

const session: StoredSession = {
  reader: 'kari',
  providerSession: 'sid',
  subject: 'kari',
  userId: 1,
  uuid: '00000000-0000-8000-8000-000000000000',
  profile: {},
  issuedAt: 1,
  clientId: 'news',
  createdAt: Date.now(),
  endsAt: Date.now() + 60_000,
}

describe.runIf(hasRedis)('the store in Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server.close())

  /** A store whose connection stands. */
  async function open(prefix = 'test:'): Promise<SessionStore> {
    const redis = new Redis(server.url, { enableAutoPipelining: true })
    await redis.ping()
    return redisStore(redis, { prefix })
  }

  for (const { name, run } of storeContract(open)) it(name, run)

  it('names one key in a command, and in a transaction, as a cluster demands', async () => {
    const redis = new Redis(server.url)
    const monitor = await redis.monitor()
    const commands: string[][] = []
    const isAllSeen = new Promise<void>((resolve) => {
      monitor.on('monitor', (_time: string, command: string[]) => {
        if (command.includes('the end')) resolve()
        commands.push(command)
      })
    })
    const store = await open('slot:')
    await store.create('key', session, 60_000)
    await store.read('key')
    await store.deleteByProviderSession('sid', 60_000)
    await store.deleteBySubject('kari', 1, 60_000)
    await store.delete('key')
    await store.once('key', 60_000)
    await store.userIdOf('kari')
    await redis.ping('the end')
    await isAllSeen
    const units = commands.map((command) => command.join(' ')).join('\n')
    const apart = units
      .split(/^multi$([\s\S]*?)^exec$/im)
      .flatMap((part, index) => (index % 2 ? part : part.split('\n')))
    const keysIn = (text: string): Set<string> => new Set(text.match(/slot:\S+/g))
    expect(apart.filter((unit) => keysIn(unit).size === 1).length).toBeGreaterThan(10)
    expect(apart.filter((unit) => keysIn(unit).size > 1)).toEqual([])
    await store.close()
    monitor.disconnect()
    redis.disconnect()
  })

  it('warns of a server that may evict what it keeps', async () => {
    const evicting = await startRedis('--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru')
    const warned = once(process, 'warning')
    const store = redisStore(evicting.url)
    const [warning] = (await warned) as [Error]
    expect(warning.message).toMatch(/maxmemory-policy allkeys-lru.*Set maxmemory-policy noeviction/)
    await store.close()
    await evicting.close()
  })

  it('rejects while the server is away, and serves again when it is back, with what it had', async () => {
    const own = await startRedis()
    const redis = new Redis(own.url, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy: () => 20,
    })
    await new Promise((resolve) => redis.once('ready', resolve))
    const store = redisStore(redis)
    const number = await store.userIdOf('kari')
    await own.stop()
    await expect(store.userIdOf('kari')).rejects.toThrow()
    const back = new Promise((resolve) => redis.once('ready', resolve))
    await own.start()
    await back
    expect(await store.userIdOf('kari')).toBe(number)
    await store.close()
    await own.close()
  })
})
