// A Redis that fails, and a replica that takes its place: who asks meanwhile is told that nobody knows, and who asks afterwards is served.

import { setImmediate as nextTurn } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { describe, expect, it, onTestFinished } from 'vitest'
import { redisStore } from '../src/store/redis.ts'
import { hasRedis, startRedis } from './store/redis-server.ts'
import { switchable } from './store/switchable.ts'
import { useProvider } from './support/scripted-provider.ts'
import { TestBrowser, testService } from './support/service.ts'

const provider = await useProvider()

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await nextTurn()
}

describe.runIf(hasRedis)('a failover of Redis', () => {
  it('answers 503 while there is no master, never 500, and never that nobody is logged in', async () => {
    const old = await startRedis('--repl-diskless-sync-delay', '0')
    const replica = await startRedis('--replicaof', `127.0.0.1 ${new URL(old.url).port}`)
    const address = await switchable(old.url)
    const service = testService(provider, { store: redisStore(address.url) })
    const admins = [old, replica].map(({ url }) => new Redis(url, { retryStrategy: () => null }))
    const [ofOld, ofReplica] = admins as [Redis, Redis]
    onTestFinished(async () => {
      for (const admin of admins) admin.disconnect()
      await service.close()
      await address.close()
      // One that is told to stop waits for the other one.
      await Promise.all([old, replica].map((server) => server.kill().then(server.close)))
    })
    const isReady = async () => (await service.check()).store
    await until(isReady)
    const browser = new TestBrowser(service)
    await browser.logIn(provider)
    // A connection waits for what it has written itself, and so for all that came before.
    await ofOld.set('written-after-the-login', '1')
    await until(async () => (await ofOld.wait(1, 0)) === 1)

    const answered: number[] = []
    let isOver = false
    const asking = Array.from({ length: 8 }, async () => {
      while (!isOver) {
        answered.push((await browser.session()).status)
        await nextTurn()
      }
    })
    await until(() => answered.length > 100)
    await old.kill()
    await until(() => answered.includes(503))
    await ofReplica.replicaof('NO', 'ONE')
    address.leadTo(replica.url)
    await until(isReady)
    isOver = true
    await Promise.all(asking)
    expect(new Set(answered)).toEqual(new Set([200, 503]))
    expect(await browser.told()).toBe(200)
  })
})
