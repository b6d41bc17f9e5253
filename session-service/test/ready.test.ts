// A service is ready as long as readers can log in: it writes where a login writes.

import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import Database from 'libsql'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { sessionOf } from '../src/store/contract/case.ts'
import { postgresStore } from '../src/store/postgres.ts'
import type { SessionStore } from '../src/store/session-store.ts'
import { sqliteStore } from '../src/store/sqlite.ts'
import { hasPostgres, type PostgresServer, startPostgres } from './store/postgres-server.mjs'
import { newFolder } from './support/command.ts'
import { useProvider } from './support/scripted-provider.ts'
import { TestBrowser, type TestService, testService } from './support/service.ts'

const provider = await useProvider()
const HOUR_MS = 3_600_000

it('writes another session each time: two processes of one store look at it at the same moment', async () => {
  const store = sqliteStore(':memory:')
  const { create } = store
  const keys: string[] = []
  store.create = (key, ...more) => {
    keys.push(key)
    return create(key, ...more)
  }
  const service = testService(provider, { store })
  await Promise.all([service.check(), service.check()])
  expect(new Set(keys).size).toBe(2)
})

/** What the health of a service says, and whether a reader could log in then. */
async function healthOf(service: TestService): Promise<{ isReady: boolean; couldLogIn: boolean }> {
  const isReady = (await service.check()).store
  const back = await new TestBrowser(service).comeBack(provider)
  const couldLogIn = (back.headers.get('location') ?? '').includes('code=')
  return { isReady, couldLogIn }
}

const WELL = { isReady: true, couldLogIn: true }
const ILL = { isReady: false, couldLogIn: false }

/** Writes sessions until there is no more room for one, be it small. */
async function fill(store: SessionStore): Promise<void> {
  for (const bytes of [1300, 0]) {
    const sealedIdToken = randomBytes(bytes).toString('base64url')
    const filler = sessionOf({ reader: 'filler', sealedIdToken })
    const writeOn = (): Promise<void> => store.create(crypto.randomUUID(), filler, HOUR_MS).then(writeOn)
    await expect(writeOn()).rejects.toThrow()
  }
}

describe('a service', () => {
  it('is not ready on a full disk, with SQLite, and leaves nothing behind while it is', async () => {
    const db = new Database(join(newFolder(), 'sessions.db'))
    const store = sqliteStore(db)
    onTestFinished(() => void db.close())
    const service = testService(provider, { store })
    for (let count = 0; count < 3; count += 1) expect(await service.check()).toMatchObject({ store: true })
    expect(db.prepare('SELECT key FROM sessions').all()).toEqual([])
    db.exec('PRAGMA max_page_count = 1')
    await fill(store)
    expect(await healthOf(service)).toEqual(ILL)
    db.exec('PRAGMA max_page_count = 100000')
    expect(await healthOf(service)).toEqual(WELL)
  })
})

describe.runIf(hasPostgres)('a service on PostgreSQL', () => {
  let server: PostgresServer
  let admin: Client
  let store: SessionStore
  let service: TestService
  beforeAll(async () => {
    // No file may grow beyond a megabyte and a quarter.
    server = await startPostgres({ launcher: ['sh', '-c', 'ulimit -f 2560 && exec "$0" "$@"'] })
    admin = new Client(server.url)
    await admin.connect()
    store = postgresStore(server.url)
    service = testService(provider, { store })
  })
  beforeEach(async () => expect(await healthOf(service)).toEqual(WELL))
  afterAll(async () => {
    await admin.end()
    await store.close()
    await server.close()
  })

  it('is not ready while somebody has locked the sessions', async () => {
    await admin.query('BEGIN; LOCK TABLE portico.sessions IN ACCESS EXCLUSIVE MODE')
    expect(await healthOf(service)).toEqual(ILL)
    await admin.query('COMMIT')
    expect(await healthOf(service)).toEqual(WELL)
  })

  it('is not ready on a full disk', async () => {
    await fill(store)
    expect(await healthOf(service)).toEqual(ILL)
    // TRUNCATE gives the space back at once. VACUUM keeps rows that an autovacuum, running at that moment, may still read.
    await admin.query('TRUNCATE portico.sessions')
    expect(await healthOf(service)).toEqual(WELL)
  })
})
