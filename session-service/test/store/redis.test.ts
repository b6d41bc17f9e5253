// The store for many machines passes the contract, and fails at once while its server is away.

import { once } from 'node:events'
import { Cluster, Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reasonOf } from '../../src/events.ts'
import { type StoreFaults, storeContract } from '../../src/store/contract.ts'
import { redisStore } from '../../src/store/redis.ts'
import { clientFor } from '../../src/store/redis-client.ts'
import type { SessionStore, StoredSession } from '../../src/store/session-store.ts'
import { freePort } from '../support/free-port.mjs'
import { interrupted } from './interrupted.ts'
import { hasRedis, type RedisServer, startCluster, startRedis } from './redis-server.ts'
import { switchable } from './switchable.ts'

const session: StoredSession = {
  reader: 'kari',
  providerSession: 'sid',
  subject: 'kari',
  userId: 1,
  uuid: '00000000-0000-8000-8000-000000000000',
  profile: {},
  issuedAt: 1,
  clientId: 'news',
  begunAt: 1,
  createdAt: Date.now(),
  endsAt: Date.now() + 60_000,
}

/** Tells servers something. @returns what tells them the opposite */
async function told(
  servers: readonly { url: string }[],
  begin: string[],
  end: string[],
): Promise<() => Promise<void>> {
  const admins = servers.map(({ url }) => new Redis(url))
  const tell = ([name = '', ...args]: string[]) =>
    Promise.all(admins.map((admin) => admin.call(name, ...args)))
  await tell(begin)
  return async () => {
    await tell(end)
    for (const admin of admins) admin.disconnect()
  }
}

/** What may befall the servers of a store at one time. */
const faultsOf = (servers: () => readonly { url: string }[]): StoreFaults => ({
  lock: () => told(servers(), ['CLIENT', 'PAUSE', '60000', 'WRITE'], ['CLIENT', 'UNPAUSE']),
  fill: () => told(servers(), ['CONFIG', 'SET', 'maxmemory', '1'], ['CONFIG', 'SET', 'maxmemory', '0']),
  lose: async () => {
    const end = await told(servers(), ['FLUSHALL'], ['PING'])
    await end()
  },
})

describe.runIf(hasRedis)('the store in Redis', () => {
  let server: RedisServer
  beforeAll(async () => {
    server = await startRedis()
  })
  afterAll(() => server?.close())

  /** A store whose connection stands, with the patience of one that the service opens. */
  async function open(prefix = 'test:'): Promise<SessionStore> {
    const redis = new Redis(server.url, { enableAutoPipelining: true, commandTimeout: 1000 })
    await redis.ping()
    return redisStore(redis, { prefix })
  }

  const faults: StoreFaults = {
    ...faultsOf(() => [server]),
    makeReadOnly: () => told([server], ['REPLICAOF', '127.0.0.1', '1'], ['REPLICAOF', 'NO', 'ONE']),
  }
  for (const { name, run } of storeContract(open, { faults })) it(name, run)

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
    await store.reserveUserId('kari', 7)
    await store.readBySubject('kari')
    await store.readByProviderSession('sid')
    await store.releaseUserId('kari', 7)
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

  it.each([
    [
      ['--maxmemory', '100mb', '--maxmemory-policy', 'allkeys-lru'],
      /maxmemory-policy allkeys-lru.*Set maxmemory-policy noeviction/,
    ],
    [['--appendonly', 'no'], /appendonly no.*Set appendonly yes/],
  ])('warns of a server that loses what it was told: %s', async (settings, text) => {
    const careless = await startRedis(...settings)
    const warned = once(process, 'warning')
    const store = redisStore(careless.url)
    const [warning] = (await warned) as [Error]
    expect(warning.message).toMatch(text)
    await store.close()
    await careless.close()
  })

  it('asks the new master when its own is one no longer', async () => {
    const [old, master] = [await startRedis(), await startRedis()]
    const address = await switchable(old.url)
    const store = redisStore(address.url)
    const until = async (isSo: () => Promise<boolean>) => {
      while (!(await isSo().catch(() => false))) await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await until(() => store.once('first', 1))
    const admin = new Redis(old.url)
    await admin.replicaof(new URL(master.url).hostname, Number(new URL(master.url).port))
    address.leadTo(master.url)
    await until(() => store.create('key', session, 60_000))
    const other = redisStore(new Redis(master.url))
    expect(await other.read('key')).toBeDefined()
    await Promise.all([store.close(), other.close()])
    admin.disconnect()
    await address.close()
    await Promise.all([old.close(), master.close()])
  })

  it.each([
    ['a password that is missing', 'redis://', 'NOAUTH'],
    ['a wrong password', 'redis://:wrong@', 'WRONGPASS'],
  ])('says why its server takes no connection: %s', async (_what, begin, word) => {
    const guardedByPassword = await startRedis('--requirepass', 'a-password')
    const client = clientFor(guardedByPassword.url.replace('redis://', begin))
    const refused = once(client, 'error')
    const store = redisStore(client)
    await refused
    const failure = await store.read('key').catch(reasonOf)
    expect(failure).toBe(word)
    await store.close()
    await guardedByPassword.close()
  })

  it('says why its server takes no connection: it is away', async () => {
    const client = clientFor(`redis://127.0.0.1:${await freePort()}`)
    const refused = once(client, 'error').catch((error) => error)
    const store = redisStore(client)
    await refused
    expect(await store.read('key').catch(reasonOf)).toBe('ECONNREFUSED')
    await store.close()
  })

  it('looks for another master once a second at most', async () => {
    const replica = await startRedis('--replicaof', '127.0.0.1 1')
    const admin = new Redis(replica.url)
    const connections = async (): Promise<number> =>
      Number(/total_connections_received:(\d+)/.exec(await admin.info('stats'))?.[1])
    const client = clientFor(replica.url)
    const isReady = () => new Promise((resolve) => client.once('ready', resolve))
    await isReady()
    const before = await connections()
    const store = redisStore(client)
    const isBack = isReady()
    expect(await store.once('key', 1000).catch(reasonOf)).toBe('READONLY')
    await isBack
    for (let count = 0; count < 5; count += 1)
      expect(await store.once('key', 1000).catch(reasonOf)).toBe('READONLY')
    expect(await connections()).toBe(before + 1)
    await store.close()
    admin.disconnect()
    await replica.close()
  })

  it('rejects where another program has taken one of its keys', async () => {
    const client = clientFor(server.url)
    await once(client, 'ready')
    await client.set('taken:ended:provider:sid', 'x')
    const store = redisStore(client, { prefix: 'taken:' })
    await expect(store.deleteByProviderSession('sid', 1000)).rejects.toThrow('WRONGTYPE')
    await store.close()
  })

  it('serves where it may not ask its server for its settings', async () => {
    const admin = new Redis(server.url)
    await admin.call('ACL', 'SETUSER', 'service', 'on', '>hush', '~*', '&*', '+@all', '-info')
    const client = clientFor(server.url.replace('//', '//service:hush@'))
    await once(client, 'ready')
    const store = redisStore(client, { prefix: 'unasked:' })
    expect(await store.once('key', 1000)).toBe(true)
    admin.disconnect()
    await store.close()
  })

  it('keeps the numbers that an earlier version has counted', async () => {
    const store = await open('counted:')
    const redis = new Redis(server.url)
    await redis.set('counted:user:ola', 2)
    expect(await store.reserveUserId('ola', 2 ** 51)).toBe(2)
    expect(await store.reserveUserId('per', 2 ** 51)).toBe(2 ** 51)
    redis.disconnect()
    await store.close()
  })

  it('forgets in the list of a reader’s sessions those that nobody has used', async () => {
    const store = await open('index:')
    const redis = new Redis(server.url)
    await store.create('idle', session, 20)
    while (await store.read('idle')) await new Promise((resolve) => setTimeout(resolve, 5))
    await store.create('used', session, 60_000)
    await store.create('newest', session, 60_000)
    expect(new Set(await redis.zrange('index:sessions:reader:kari', '0', '-1'))).toEqual(
      new Set(['used', 'newest']),
    )
    redis.disconnect()
    await store.close()
  })

  it('keeps nothing of a reader whose sessions have ended and whose number is free, but that they ended', async () => {
    const store = await open('gone:')
    const redis = new Redis(server.url)
    await store.reserveUserId('kari', 7)
    await redis.set('gone:user:kari', 1)
    await store.create('one', session, 60_000)
    await store.create('two', { ...session, providerSession: undefined }, 60_000)
    expect(await store.deleteBySubject('kari', 1, 60_000)).toBe(2)
    expect(await store.create('late', session, 60_000)).toBe(false)
    await store.releaseUserId('kari', 7)
    expect(await redis.keys('gone:*')).toEqual(['gone:ended:reader:kari'])
    await store.create('later', { ...session, issuedAt: 2 }, 60_000)
    expect(await store.deleteAll({ reader: 'kari' }, 1, 60_000)).toBe(1)
    const names = ['gone:ended:all:reader:kari', 'gone:ended:reader:kari']
    expect((await redis.keys('gone:*')).sort()).toEqual(names)
    redis.disconnect()
    await store.close()
  })

  it.each<
    [string, (store: SessionStore, own: StoredSession & { providerSession: string }) => Promise<number>]
  >([
    ['logout', (store, { providerSession }) => store.deleteByProviderSession(providerSession, 60_000)],
    ['end', (store, { reader, begunAt }) => store.deleteAll({ reader }, begunAt, 60_000)],
  ])('refuses or ends a session, between whichever of its commands the %s comes', async (what, end) => {
    const prefix = `between ${what}:`
    const other = await open(prefix)
    for (let at = 0; ; at += 1) {
      const key = `key ${at}`
      const own = { ...session, reader: `reader ${at}`, providerSession: `sid ${at}` }
      const { client, count } = interrupted(new Redis(server.url), at, () => end(other, own))
      const store = redisStore(client, { prefix })
      await store.create(key, own, 60_000)
      await store.close()
      // Beyond the last command: it has not come.
      if (count() <= at) {
        expect(at).toBeGreaterThan(4)
        break
      }
      expect(await other.read(key)).toBeUndefined()
    }
    await other.close()
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
    await store.create('key', session, 60_000)
    await own.stop()
    await expect(store.delete('key')).rejects.toThrow()
    const back = new Promise((resolve) => redis.once('ready', resolve))
    await own.start()
    await back
    expect(await store.read('key')).toBeDefined()
    await store.close()
    await own.close()
  })
})

describe.runIf(hasRedis)('the store in a cluster of Redis', () => {
  let cluster: Awaited<ReturnType<typeof startCluster>>
  beforeAll(async () => {
    cluster = await startCluster()
  })
  // Where the start has failed, that is what the run says.
  afterAll(() => cluster?.close())

  const open = (): SessionStore =>
    redisStore(
      new Cluster(cluster.nodes, { enableAutoPipelining: true, redisOptions: { commandTimeout: 1000 } }),
    )
  const urls = () => cluster.nodes.map(({ host, port }) => ({ url: `redis://${host}:${port}` }))
  const faults: StoreFaults = {
    ...faultsOf(urls),
    // The first part of the keys is nobody's: the cluster answers CLUSTERDOWN.
    makeReadOnly: () =>
      told(
        urls().slice(0, 1),
        ['CLUSTER', 'DELSLOTSRANGE', '0', '5460'],
        ['CLUSTER', 'ADDSLOTSRANGE', '0', '5460'],
      ),
  }
  for (const { name, run } of storeContract(open, { faults })) it(name, run)
})
