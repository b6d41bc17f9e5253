// The contract notices what a store gets wrong: each of these has one fault.

import { describe, expect, it } from 'vitest'
import { storeContract } from '../../src/store/contract.ts'
import type { FoundSession, ScanPage, SessionStore } from '../../src/store/session-store.ts'
import { sqliteStore } from '../../src/store/sqlite.ts'

const owners = new Map<number, string>()

const faults: Record<
  string,
  (store: SessionStore, kept: Map<string, FoundSession>) => Partial<SessionStore>
> = {
  'brings a session back by a touch': (store, kept) => ({
    create(key, session, ttlMs) {
      kept.set(key, { key, session, leftMs: ttlMs })
      return store.create(key, session, ttlMs)
    },
    async touch(key, ttlMs) {
      await store.delete(key)
      const known = kept.get(key)
      if (known) await store.create(key, known.session, ttlMs)
    },
  }),
  'ignores a touch': () => ({ touch: async () => {} }),
  'forgets nothing': (store) => ({
    delete: async () => {},
    create: (key, session) => store.create(key, session, 1e9),
  }),
  'takes a session whose provider session has ended': (store) => ({
    deleteByProviderSession: (providerSession) => store.deleteByProviderSession(providerSession, -1),
  }),
  'never forgets an ended provider session': (store) => ({
    deleteByProviderSession: (providerSession) => store.deleteByProviderSession(providerSession, 1e9),
  }),
  'ends all sessions of a reader': (store) => ({
    deleteBySubject: (reader, _endedAt, ttlMs) => store.deleteBySubject(reader, 1e12, ttlMs),
  }),
  'ends those sessions alone that began before': (store) => ({
    async deleteAll(owner, endedAt, ttlMs) {
      if (!('reader' in owner)) return store.deleteAll(owner, endedAt, ttlMs)
      const found = await store.readBySubject(owner.reader)
      if (found.some(({ session }) => session.begunAt > endedAt)) return found.length
      return store.deleteAll(owner, endedAt, ttlMs)
    },
  }),
  'finishes a login that began before an end': (store) => ({
    deleteAll: (owner, _endedAt, ttlMs) => store.deleteAll(owner, 0, ttlMs),
  }),
  'refuses logins that begin after an end': (store) => ({
    deleteAll: (owner, _endedAt, ttlMs) => store.deleteAll(owner, 1e15, ttlMs),
  }),
  'never forgets an end': (store) => ({
    deleteAll: (owner, endedAt) => store.deleteAll(owner, endedAt, 1e9),
  }),
  'grants a key twice': () => ({ once: async () => true }),
  'never grants a key again': (store) => ({ once: (key) => store.once(key, 1e9) }),
  'gives everybody the same number': () => ({ reserveUserId: async () => 7 }),
  'gives a number to whoever asks for it': () => ({ reserveUserId: async (_reader, userId) => userId }),
  'gives a number to nobody': () => ({ reserveUserId: async () => undefined }),
  'keeps a number that was let go': () => ({ releaseUserId: async () => {} }),
  'lets anybody let go of a number': (store) => ({
    async releaseUserId(_reader, userId) {
      const owner = owners.get(userId)
      if (owner !== undefined) await store.releaseUserId(owner, userId)
    },
    reserveUserId(reader, userId) {
      if (!owners.has(userId)) owners.set(userId, reader)
      return store.reserveUserId(reader, userId)
    },
  }),
  'leaves sessions out of a scan': (store) => ({
    async scan(cursor) {
      const part = (await store.scan?.(cursor)) as ScanPage
      // Every second one: a single one may be of another case, which runs at the same time.
      return { ...part, sessions: part.sessions.filter((_, at) => at % 2 === 0) }
    },
  }),
  'knows no sessions of a reader': () => ({ readBySubject: async () => [] }),
  'knows no sessions of a provider session': () => ({ readByProviderSession: async () => [] }),
  'gives sessions that have ended': (store, kept) => ({
    create(key, session, ttlMs) {
      kept.set(key, { key, session, leftMs: ttlMs })
      return store.create(key, session, ttlMs)
    },
    readBySubject: async (reader) => [...kept.values()].filter(({ session }) => session.reader === reader),
  }),
}

describe('the contract', () => {
  it.each(Object.entries(faults))('notices a store that %s', async (_name, fault) => {
    const kept = new Map<string, FoundSession>()
    const shared = sqliteStore(':memory:')
    const open = (): SessionStore => ({ ...shared, ...fault(shared, kept), close: async () => {} })
    const runs = await Promise.allSettled(storeContract(open, { timeoutMs: 200 }).map(({ run }) => run()))
    expect(runs.some(({ status }) => status === 'rejected')).toBe(true)
    await shared.close()
  })
})
