// A Redis with a replica, to which the way is slow: what a failover loses, and what it does not.

import { setTimeout as delay } from 'node:timers/promises'
import { Cluster, Redis } from 'ioredis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sessionOf } from '../../src/store/contract/case.ts'
import { type RedisStoreOptions, redisStore } from '../../src/store/redis.ts'
import type { SessionStore } from '../../src/store/session-store.ts'
import { holdingLink } from './holding.ts'
import { hasRedis, startRedis } from './redis-server.ts'

const HOUR_MS = 3_600_000

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await delay(5)
}

/** Writes until the replica has it: on a busy machine it may take longer than a reader waits. */
const surely = (write: () => Promise<unknown>): Promise<void> => until(() => write().then(() => true))

/** A master and its replica, behind a link that can be held. */
async function pair() {
  const master = await startRedis('--repl-diskless-sync-delay', '0')
  const link = await holdingLink(Number(new URL(master.url).port))
  const replica = await startRedis('--replicaof', `127.0.0.1 ${link.port}`)
  const admin = new Redis(master.url, { retryStrategy: () => null })
  const ofReplica = new Redis(replica.url)
  await until(async () => (await admin.wait(1, 0)) === 1)
  const opened: SessionStore[] = []
  onTestFinished(async () => {
    for (const client of [admin, ofReplica]) client.disconnect()
    await Promise.all(opened.map((store) => store.close()))
    await link.close()
    // One that is told to stop waits for the other one.
    await Promise.all([master, replica].map((server) => server.kill().then(server.close)))
  })

  async function open(url: string, options?: RedisStoreOptions): Promise<SessionStore> {
    const store = redisStore(url, options)
    opened.push(store)
    await until(async () => (await store.read('nobody')) === undefined && (await store.once('first', 1)))
    return store
  }
  return {
    link,
    open: (options?: RedisStoreOptions) => open(master.url, options),
    /** The master is lost, with all that it has not yet told. @returns the store as it is then */
    async failOver() {
      await master.kill()
      await ofReplica.replicaof('NO', 'ONE')
      return open(replica.url)
    },
    url: master.url,
  }
}

describe.runIf(hasRedis)('a store in Redis with a replica', () => {
  it('loses in a failover what the replica did not have yet, and brings back what had ended', async () => {
    const { link, open, failOver } = await pair()
    const store = await open()
    await store.create('ended', sessionOf(), HOUR_MS)
    const waiting = await open({ replicas: 1 })
    await surely(() => waiting.create('kept', sessionOf(), HOUR_MS))
    link.hold()
    expect(await store.create('lost', sessionOf(), HOUR_MS)).toBe(true)
    await store.delete('ended')
    const after = await failOver()
    expect(await after.read('lost')).toBeUndefined()
    expect(await after.read('ended')).toBeDefined()
    expect(await after.read('kept')).toBeDefined()
  })

  it('says of nothing that it is done before a replica has it, where it was told to wait', async () => {
    const { link, open, failOver } = await pair()
    const store = await open({ replicas: 1 })
    const session = sessionOf({ reader: 'kari', providerSession: 'sid' })
    await surely(() => store.create('ended', session, HOUR_MS))
    await surely(() => store.create('kept', session, HOUR_MS))
    await surely(() => store.delete('ended'))
    link.hold()
    const behind = { code: 'replica-behind' }
    await expect(store.create('late', sessionOf(), HOUR_MS)).rejects.toMatchObject(behind)
    await expect(store.delete('kept')).rejects.toMatchObject(behind)
    await expect(store.deleteByProviderSession('sid', HOUR_MS)).rejects.toMatchObject(behind)
    await expect(store.deleteBySubject('kari', 0, HOUR_MS)).rejects.toMatchObject(behind)
    await expect(store.deleteAll({ reader: 'kari' }, 0, HOUR_MS)).rejects.toMatchObject(behind)
    // Whoever only asks does not wait.
    expect(await store.read('nobody')).toBeUndefined()
    const after = await failOver()
    expect(await after.read('kept')).toBeDefined()
    expect(await after.read('ended')).toBeUndefined()
  })

  it('says that it is done once the replica has caught up', async () => {
    const { link, open, failOver } = await pair()
    const store = await open({ replicas: 1 })
    link.hold()
    await expect(store.create('late', sessionOf(), HOUR_MS)).rejects.toThrow()
    link.release()
    await until(() => store.create('key', sessionOf(), HOUR_MS))
    expect(await (await failOver()).read('key')).toBeDefined()
  })

  it('takes no other connection’s word: one that was lost in the middle has not been waited for', async () => {
    const { open, url } = await pair()
    const client = new Redis(url, { retryStrategy: () => 5 })
    const writers: Redis[] = []
    const duplicate = client.duplicate.bind(client)
    client.duplicate = (...args) => {
      const writer = duplicate(...args)
      writers.push(writer)
      return writer
    }
    const store = redisStore(client, { replicas: 1 })
    await open()
    const [writer] = writers as [Redis]
    const wait = writer.wait.bind(writer)
    writer.wait = async (...args: [number, number]) => {
      writer.disconnect(true)
      await new Promise((resolve) => writer.once('ready', resolve))
      return wait(...args)
    }
    await expect(store.create('key', sessionOf(), HOUR_MS)).rejects.toThrow()
    await store.close()
  })

  it.each(['x', '-1', '1.5'])('refuses what is no number of replicas: %s', (replicas) => {
    expect(() => redisStore(`redis://127.0.0.1:1?replicas=${replicas}`)).toThrow('replicas: give how many')
  })

  it('refuses to wait in a cluster', () => {
    const cluster = new Cluster([], { lazyConnect: true })
    expect(() => redisStore(cluster, { replicas: 1 })).toThrow('a cluster cannot wait')
  })
})
