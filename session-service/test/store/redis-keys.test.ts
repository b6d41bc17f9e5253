// What the store in Redis keeps under which key, and for how long; and what it does not do later.

import { once } from 'node:events'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionOf } from '../../src/store/contract/case.ts'
import { redisStore } from '../../src/store/redis.ts'
import { clientFor } from '../../src/store/redis-client.ts'
import { interrupted } from './interrupted.ts'
import { hasRedis, type RedisServer, startRedis } from './redis-server.ts'

const HOUR_MS = 3_600_000

describe.runIf(hasRedis)('the store in Redis', () => {
  let server: RedisServer
  let admin: Redis
  beforeAll(async () => {
    server = await startRedis()
    admin = new Redis(server.url)
  })
  afterAll(async () => {
    admin?.disconnect()
    await server?.close()
  })

  it('keeps the list of a reader’s sessions as long as the longest of them, whichever came first', async () => {
    const store = redisStore(admin, { prefix: 'list:' })
    const now = Date.now()
    const endOf = () => admin.call('PEXPIRETIME', 'list:sessions:reader:kari')
    for (const [hours, longest] of [
      [2, 2],
      [5, 5],
      [1, 5],
    ] as const) {
      const session = sessionOf({ reader: 'kari', endsAt: now + hours * HOUR_MS })
      await store.create(`of ${hours} hours`, session, HOUR_MS)
      expect(await endOf()).toBe(now + longest * HOUR_MS)
    }
  })

  it('remembers an end for as long as the longest that it was told', async () => {
    const store = redisStore(admin, { prefix: 'end:' })
    const hoursLeft = async () => Math.round((await admin.pttl('end:ended:provider:sid')) / HOUR_MS)
    for (const [hours, longest] of [
      [2, 2],
      [5, 5],
      [1, 5],
    ] as const) {
      await store.deleteByProviderSession('sid', hours * HOUR_MS)
      expect(await hoursLeft()).toBe(longest)
    }
  })

  it('shares nothing with a store of another prefix', async () => {
    const [one, other] = ['one:', 'other:'].map((prefix) => redisStore(admin, { prefix }))
    const session = sessionOf({ reader: 'kari', providerSession: 'sid' })
    expect(await one?.reserveUserId('kari', 7)).toBe(7)
    expect(await other?.reserveUserId('ola', 7)).toBe(7)
    expect(await one?.once('key', HOUR_MS)).toBe(true)
    expect(await other?.once('key', HOUR_MS)).toBe(true)
    await one?.create('key', session, HOUR_MS)
    expect(await other?.read('key')).toBeUndefined()
    expect(await other?.readBySubject('kari')).toEqual([])
    expect(await other?.deleteByProviderSession('sid', HOUR_MS)).toBe(0)
    expect(await other?.deleteBySubject('kari', session.issuedAt, HOUR_MS)).toBe(0)
    expect(await other?.deleteAll({ reader: 'kari' }, Date.now(), HOUR_MS)).toBe(0)
    expect(await one?.read('key')).toBeDefined()
    expect(await one?.create('later', session, HOUR_MS)).toBe(true)
  })

  it('leaves what has gone meanwhile out of a scan', async () => {
    const store = redisStore(admin, { prefix: 'scan:' })
    await store.create('key', sessionOf(), HOUR_MS)
    await store.reserveUserId('kari', 2 ** 51)
    await store.reserveUserId('ola', 2)
    const gone = ['scan:session:key', `scan:number:${2 ** 51}`, 'scan:user:ola']
    const { client } = interrupted(new Redis(server.url), 0, () => admin.del(...gone))
    const own = redisStore(client, { prefix: 'scan:' })
    expect(await own.scan?.()).toEqual({ sessions: [], userIds: [], next: undefined })
    await own.close()
  })

  it('does not do later what it was asked before there was a connection', async () => {
    const pid = Number(/process_id:(\d+)/.exec(await admin.info('server'))?.[1])
    process.kill(pid, 'SIGSTOP')
    const client = clientFor(server.url)
    const store = redisStore(client, { prefix: 'later:' })
    const ready = once(client, 'ready')
    try {
      await once(client, 'connect')
      await expect(store.create('key', sessionOf(), HOUR_MS)).rejects.toThrow()
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await ready
    // Whatever waited for the connection is sent before this.
    expect(await store.read('key')).toBeUndefined()
    await store.close()
  })
})
