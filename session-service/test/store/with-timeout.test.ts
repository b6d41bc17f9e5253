// What the service knows of a store that fails or hangs: which call it was, why, and nothing of what was asked.

import { afterEach, expect, it, vi } from 'vitest'
import type { ServiceEvent } from '../../src/index.ts'
import { sessionOf } from '../../src/store/contract/case.ts'
import type { SessionStore } from '../../src/store/session-store.ts'
import { withTimeout } from '../../src/store/with-timeout.ts'

afterEach(() => void vi.useRealTimers())

const CALLS: [keyof SessionStore, (store: SessionStore) => Promise<unknown>][] = [
  ['create', (store) => store.create('key', sessionOf(), 1)],
  ['read', (store) => store.read('key')],
  ['readBySubject', (store) => store.readBySubject('kari')],
  ['readByProviderSession', (store) => store.readByProviderSession('sid')],
  ['touch', (store) => store.touch('key', 1)],
  ['delete', (store) => store.delete('key')],
  ['deleteByProviderSession', (store) => store.deleteByProviderSession('sid', 1)],
  ['deleteAll', (store) => store.deleteAll({ reader: 'kari' }, 1, 1)],
  ['deleteBySubject', (store) => store.deleteBySubject('kari', 1, 1)],
  ['once', (store) => store.once('key', 1)],
  ['reserveUserId', (store) => store.reserveUserId('kari', 1)],
  ['releaseUserId', (store) => store.releaseUserId('kari', 1)],
]

/** A store each of whose calls does this. */
function storeThat(does: () => Promise<never>): { store: SessionStore; events: ServiceEvent[] } {
  const calls = CALLS.map(([operation]) => [operation, does])
  const events: ServiceEvent[] = []
  const store = withTimeout(Object.fromEntries(calls) as SessionStore, (event) => events.push(event))
  return { store, events }
}

it.each(CALLS)('a call that fails is named: %s', async (operation, call) => {
  const cause = Object.assign(new Error('of kari@site.com'), { code: 'EPIPE' })
  const { store, events } = storeThat(() => Promise.reject(cause))
  await expect(call(store)).rejects.toMatchObject({ name: 'StoreFailure', message: operation, cause })
  expect(events).toEqual([{ type: 'store-failed', operation, reason: 'EPIPE' }])
})

it('a call that was answered is waited for no longer: nothing keeps the process', async () => {
  vi.useFakeTimers()
  const store = withTimeout({ read: async () => undefined } as unknown as SessionStore, () => {})
  expect(await store.read('key')).toBeUndefined()
  expect(vi.getTimerCount()).toBe(0)
})

it.each(CALLS)('a call that hangs is given up after a second and a half: %s', async (operation, call) => {
  vi.useFakeTimers()
  const { store, events } = storeThat(() => new Promise(() => {}))
  const failure = expect(call(store)).rejects.toThrow(operation)
  await vi.advanceTimersByTimeAsync(1499)
  expect(events).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  await failure
  expect(events).toEqual([{ type: 'store-failed', operation, reason: 'timeout' }])
  expect(vi.getTimerCount()).toBe(0)
})

it('a store may be of a class, which knows its own members', async () => {
  class Kept {
    #isOpen = true
    async once(): Promise<boolean> {
      return this.#isOpen
    }
    async close(): Promise<void> {
      this.#isOpen = false
    }
  }
  const store = withTimeout(new Kept() as unknown as SessionStore, () => {})
  expect(await store.once('key', 1)).toBe(true)
  await store.close()
  expect(await store.once('key', 1)).toBe(false)
})

it('an async function may return it, since it has no method that the store lacks', async () => {
  const store = withTimeout({ once: async () => true } as unknown as SessionStore, () => {})
  // A `then` of its own would be called here, and never respond.
  expect(await Promise.resolve(store)).toBe(store)
})
