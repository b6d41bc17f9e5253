// A copy from one store into another: all sessions and numbers arrive, what is there stays, and what was interrupted goes on.

import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type Copied, copyStore } from '../src/command/copy.ts'
import { random, randomUserId, sessionOf } from '../src/store/contract/case.ts'
import { postgresStore } from '../src/store/postgres.ts'
import { redisStore } from '../src/store/redis.ts'
import type { SessionStore } from '../src/store/session-store.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { hasPostgres, type PostgresServer, startPostgres } from './store/postgres-server.mjs'
import { hasRedis, startRedis } from './store/redis-server.ts'
import { ended, newFolder, runCommand } from './support/command.ts'
import { logInAt } from './support/reader-at-command.ts'
import { CLIENT_ID, CLIENT_SECRET, useProvider } from './support/scripted-provider.ts'
import { NEWS } from './support/service.ts'

const provider = await useProvider()
const HOUR_MS = 3_600_000
const ALL = 700

let postgres: PostgresServer | undefined
beforeAll(async () => {
  if (hasPostgres) postgres = await startPostgres()
})
afterAll(() => postgres?.close())

const KINDS: Readonly<Record<string, () => Promise<{ store: SessionStore; close(): Promise<void> }>>> = {
  SQLite: async () => ({ store: sqliteStore(':memory:'), close: async () => {} }),
  ...(hasPostgres && {
    PostgreSQL: async () => ({
      store: postgresStore(postgres?.url ?? '', { schema: random() }),
      close: async () => {},
    }),
  }),
  ...(hasRedis && {
    Redis: async () => {
      const { url, close } = await startRedis()
      return { store: redisStore(new Redis(url)), close }
    },
  }),
}

async function opened(kind: string): Promise<SessionStore> {
  const { store, close } = await (KINDS[kind] as () => ReturnType<(typeof KINDS)[string]>)()
  onTestFinished(() => store.close().then(close))
  return store
}

/** A store with sessions and numbers. @returns it, and what is in it */
async function filled(kind: string) {
  const store = await opened(kind)
  const readers = Array.from({ length: ALL }, (_, at) => ({
    key: random(),
    session: sessionOf(),
    // Some are of a version that counted.
    userId: at < 5 ? at + 1 : randomUserId(),
  }))
  for (let at = 0; at < ALL; at += 50)
    await Promise.all(
      readers.slice(at, at + 50).map(async ({ key, session, userId }) => {
        await store.reserveUserId(session.reader, userId)
        await store.create(key, session, HOUR_MS)
      }),
    )
  return { store, readers }
}

const silent = (): void => {}
const NOTHING: Copied = { sessions: 0, userIds: 0, alreadyThere: 0, ended: 0, conflicts: 0 }

describe('a copy', () => {
  const kinds = Object.keys(KINDS)
  const ways = kinds.flatMap((from) => kinds.flatMap((to) => (from === to ? [] : [[from, to] as const])))

  it.each(ways)('from %s to %s has each session, its time and its number', async (from, to) => {
    const { store, readers } = await filled(from)
    const target = await opened(to)
    expect(await copyStore(store, target, silent)).toEqual({ ...NOTHING, sessions: ALL, userIds: ALL })
    for (const { key, session, userId } of readers) {
      const found = await target.read(key)
      expect(found?.session).toEqual(session)
      expect(found?.leftMs).toBeGreaterThan(HOUR_MS / 2)
      expect(found?.leftMs).toBeLessThanOrEqual(HOUR_MS)
      // As at the reader's next login, with the number that follows from who they are.
      expect(await target.reserveUserId(session.reader, userId < 10 ? randomUserId() : userId)).toBe(userId)
    }
    const [{ session }] = readers as [(typeof readers)[number]]
    expect(await target.deleteAll({ reader: session.reader }, Date.now(), HOUR_MS)).toBe(1)
  })

  it('goes on where it was interrupted', async () => {
    const { store } = await filled('SQLite')
    const target = sqliteStore(':memory:')
    let created = 0
    const failing: SessionStore = {
      ...target,
      create: (...all) => (++created > 300 ? Promise.reject(new Error('away')) : target.create(...all)),
    }
    await expect(copyStore(store, failing, silent)).rejects.toThrow('away')
    const { sessions, alreadyThere, userIds } = await copyStore(store, target, silent)
    expect(alreadyThere).toBeGreaterThanOrEqual(300)
    expect([sessions + alreadyThere, userIds]).toEqual([ALL, ALL])
    await target.close()
  })

  it('counts what the other store knows better: who has logged out there, and whose number is another', async () => {
    const [store, target] = [sqliteStore(':memory:'), sqliteStore(':memory:')]
    const [gone, here] = [sessionOf(), sessionOf()]
    await store.create('gone', gone, HOUR_MS)
    await store.create('here', here, HOUR_MS)
    await store.reserveUserId(gone.reader, 7)
    await store.reserveUserId(here.reader, 8)
    await target.deleteAll({ reader: gone.reader }, Date.now(), HOUR_MS)
    await target.reserveUserId('somebody else', 7)
    await target.reserveUserId(here.reader, 9)
    expect(await copyStore(store, target, silent)).toEqual({
      ...NOTHING,
      sessions: 1,
      ended: 1,
      conflicts: 2,
    })
    await Promise.all([store.close(), target.close()])
  })

  it('needs a store that can be scanned', async () => {
    const { scan: _, ...own } = sqliteStore(':memory:')
    await expect(copyStore(own, sqliteStore(':memory:'), silent)).rejects.toThrow('cannot be read as a whole')
  })
})

describe('the command copy', { timeout: 90_000 }, () => {
  const configOf = (store: string) => ({
    origin: 'https://id.news.test',
    provider: { issuer: provider.issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET },
    sites: [NEWS],
    store,
    cookieSecret: 'cookie-secret-of-the-session-service-0',
    identitySecret: 'identity-secret-of-the-session-service',
  })

  it('moves a service to another store, and nobody is logged out', async () => {
    const [from, to] = ['old', 'new'].map((name) => `sqlite:${join(newFolder(), `${name}.db`)}`) as [
      string,
      string,
    ]
    const before = await runCommand(configOf(from))
    const kari = await logInAt(before, provider, 'kari')
    const known = await kari.session(before)
    await before.stop()
    const { code, out } = await ended(['copy', '--from', '$OLD', '--to', to], { OLD: from })
    expect([code, JSON.parse(out)]).toEqual([0, { ...NOTHING, sessions: 1, userIds: 1 }])
    const after = await runCommand(configOf(to))
    const { userId, uuid } = await kari.session(after)
    expect({ userId, uuid }).toEqual({ userId: known.userId, uuid: known.uuid })
    expect(userId).toBeDefined()
    await after.stop()
  })

  it.each([
    [['--from', 'sqlite:a.db']],
    [['--from', 'sqlite:a.db', '--to', 'sqlite:a.db']],
    [['--from', 'sqlite:a.db', '--to', '$NOWHERE']],
    [['--from', 'mysql://x', '--to', 'sqlite:a.db']],
  ])('says what to give: %j', async (args) => {
    const { code, err } = await ended(['copy', ...args])
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('The command copy cannot run:\n- give --from and --to, two stores'),
    ])
  })
})
