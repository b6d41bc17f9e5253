// What the service says of itself to whoever runs it: whether it can work, and why not.

import { Redis } from 'ioredis'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { redisStore } from '../src/store/redis.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { hasRedis, startRedis } from './store/redis-server.ts'
import { useProvider } from './support/scripted-provider.ts'
import { TestBrowser, testService } from './support/service.ts'

const provider = await useProvider()
afterEach(() => void vi.useRealTimers())

const never = () => new Promise<never>(() => {})

describe('the health of a service', () => {
  it('is said within a second, whatever hangs', async () => {
    vi.useFakeTimers()
    const store = { ...sqliteStore(':memory:'), create: never }
    const own = testService(provider, {
      store,
      provider: { issuer: 'https://login.test', clientId: 'hangs', fetch: never },
    })
    const health = own.check()
    await vi.advanceTimersByTimeAsync(999)
    expect(await health).toEqual({ store: false, provider: false })
  })

  it('waits no longer for what has answered: nothing keeps the process', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const own = testService(provider, {
      provider: { issuer: 'https://login.test', clientId: 'hangs', fetch: never },
    })
    const health = own.check()
    await vi.advanceTimersByTimeAsync(1)
    // The store has answered, and the provider has not.
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(998)
    expect(await health).toEqual({ store: true, provider: false })
    expect(vi.getTimerCount()).toBe(0)
  })

  it('has the provider, as long as it has answered in the last hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const own = testService(provider)
    expect(await own.check()).toMatchObject({ provider: true })
    provider.isDown = true
    vi.advanceTimersByTime(59 * 60_000)
    expect(await own.check()).toMatchObject({ provider: true })
    vi.advanceTimersByTime(2 * 60_000)
    // Once more: it is not asked again so soon, and counts as away all the same.
    for (let count = 0; count < 2; count += 1) expect(await own.check()).toMatchObject({ provider: false })
    expect(own.events.filter(({ type }) => type === 'provider-failed').length).toBeGreaterThan(0)
    // Whoever is on the way is logged in all the same: the older document serves.
    expect(await new TestBrowser(own).begin()).toContain(provider.issuer)
    provider.isDown = false
    vi.advanceTimersByTime(2 * 60_000)
    expect(await own.check()).toMatchObject({ provider: true })
  })

  it('has the provider again at the first question after a quiet hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const own = testService(provider)
    await own.check()
    vi.advanceTimersByTime(24 * 3_600_000)
    expect(await own.check()).toMatchObject({ provider: true })
  })
})

it('a service that is closed closes its store', async () => {
  const close = vi.fn(async () => {})
  await testService(provider, { store: { ...sqliteStore(':memory:'), close } }).close()
  expect(close).toHaveBeenCalledOnce()
})

describe.runIf(hasRedis)('a store that takes no writes', () => {
  it.each([
    ['READONLY', ['REPLICAOF', '127.0.0.1', '1']],
    ['OOM', ['CONFIG', 'SET', 'maxmemory', '1']],
  ])('is told by its own word, %s, and the service is not ready', async (word, [name = '', ...args]) => {
    const server = await startRedis()
    const admin = new Redis(server.url)
    const own = testService(provider, { store: redisStore(new Redis(server.url)) })
    expect(await own.check()).toMatchObject({ store: true })
    await admin.call(name, ...args)
    expect(await own.check()).toMatchObject({ store: false })
    await new TestBrowser(own).comeBack(provider)
    await expect(own.end({ sid: 'sid-1' })).rejects.toThrow()
    const failed = own.events.filter(({ type }) => type === 'store-failed')
    expect(new Set(failed.map((event) => 'reason' in event && event.reason))).toEqual(new Set([word]))
    admin.disconnect()
    await own.close()
    await server.close()
  })
})

describe.runIf(hasRedis)('a store that was killed, and has kept nothing', () => {
  it('gives each reader the number that they had, whoever comes first', async () => {
    const server = await startRedis('--appendonly', 'no')
    const own = testService(provider, { store: redisStore(new Redis(server.url)) })
    const numberOf = async (sub: string): Promise<number> => {
      provider.claims = { sub }
      const browser = new TestBrowser(own)
      await browser.logIn(provider)
      return (await (await browser.session()).json()).userId
    }
    const [kari, ola] = [await numberOf('kari'), await numberOf('ola')]
    await server.kill()
    await server.start()
    expect([await numberOf('per'), await numberOf('ola'), await numberOf('kari')]).toEqual([
      expect.any(Number),
      ola,
      kari,
    ])
    await own.close()
    await server.close()
  })
})
