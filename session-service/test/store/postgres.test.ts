// The store in PostgreSQL passes the contract, and keeps what it was told when its server is killed, replaced or brought up to date.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { inspect } from 'node:util'
import { Client, Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sessionOf } from '../../src/store/contract/case.ts'
import { type StoreFaults, storeContract } from '../../src/store/contract.ts'
import { type PostgresQuery, postgresStore } from '../../src/store/postgres.ts'
import { openPool } from '../../src/store/postgres-connection.ts'
import { MIGRATIONS, migrate } from '../../src/store/postgres-migrations.ts'
import type { SessionStore, StoredSession } from '../../src/store/session-store.ts'
import { newFolder } from '../support/command.ts'
import { hasPostgres, type PostgresServer, startPostgres } from './postgres-server.mjs'
import { switchable } from './switchable.ts'

const HOUR_MS = 3_600_000

/** Asks a server something, as its operator does. */
async function told(server: PostgresServer, ...statements: string[]): Promise<Record<string, unknown>[]> {
  const client = new Client(server.url)
  await client.connect()
  try {
    let rows: Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

describe.runIf(hasPostgres)('the store in PostgreSQL', () => {
  let server: PostgresServer
  beforeAll(async () => {
    const accesses = join(newFolder(), 'pg_hba.conf')
    writeFileSync(accesses, 'host all strict all scram-sha-256\nhost all all all trust\n')
    chmodSync(dirname(accesses), 0o755)
    server = await startPostgres({ settings: { hba_file: accesses } })
    await told(server, "CREATE ROLE strict LOGIN PASSWORD 'hush'")
  })
  afterAll(() => server.close())

  describe('by the contract', () => {
    const tables = ['sessions', 'ended', 'used', 'readers'].map((table) => `contract.${table}`).join()
    const isReadOnly = async () =>
      (await told(server, 'SHOW default_transaction_read_only'))[0]?.default_transaction_read_only
    async function setReadOnly(value: 'on' | 'off'): Promise<void> {
      await told(
        server,
        'SET default_transaction_read_only = off',
        `ALTER SYSTEM SET default_transaction_read_only = ${value}`,
        'SELECT pg_reload_conf()',
      )
      // A connection that is made later has heard of it, so that all others have.
      while ((await isReadOnly()) !== value);
    }
    const faults: StoreFaults = {
      async lock() {
        const other = new Client(server.url)
        await other.connect()
        await other.query(`BEGIN; LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE`)
        return () => other.end()
      },
      async makeReadOnly() {
        await setReadOnly('on')
        return () => setReadOnly('off')
      },
      lose: async () => void (await told(server, 'DROP SCHEMA contract CASCADE')),
    }
    const open = () => postgresStore(server.url, { schema: 'contract' })
    for (const { name, run } of storeContract(open, { faults })) it(name, run)
  })

  describe('that has no more room', () => {
    let small: PostgresServer
    beforeAll(async () => {
      // No file may grow beyond a megabyte and a quarter.
      small = await startPostgres({ launcher: ['sh', '-c', 'ulimit -f 2560 && exec "$0" "$@"'] })
    })
    afterAll(() => small.close())

    const fill = async () => {
      const store = postgresStore(small.url)
      const big = sessionOf({ sealedIdToken: randomBytes(1300).toString('base64url') })
      const writeOn = (): Promise<void> =>
        store.create(crypto.randomUUID(), { ...big, reader: 'filler' }, HOUR_MS).then(writeOn)
      await expect(writeOn()).rejects.toThrow(/could not extend file/)
      return async () => {
        await told(small, "DELETE FROM portico.sessions WHERE reader = 'filler'", 'VACUUM portico.sessions')
        await store.close()
      }
    }
    for (const { name, run } of storeContract(() => postgresStore(small.url), { faults: { fill } }))
      if (name.includes('full')) it(name, run)
  })

  it('has after a kill what it was told before, and a process that began meanwhile has it too', async () => {
    const own = await startPostgres()
    onTestFinished(() => own.close())
    const store = postgresStore(own.url)
    await store.create('kept', sessionOf(), HOUR_MS)
    await store.create('ended', sessionOf(), HOUR_MS)
    await store.delete('ended')
    await store.reserveUserId('kari', 2 ** 52)
    await own.stop('SIGKILL')
    const late = postgresStore(own.url)
    for (const one of [store, late])
      await expect(one.read('kept')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await own.start()
    expect(await store.read('kept')).toBeDefined()
    expect(await late.read('kept')).toBeDefined()
    expect(await store.read('ended')).toBeUndefined()
    expect(await store.reserveUserId('kari', 7)).toBe(2 ** 52)
    await Promise.all([store.close(), late.close()])
  })

  it('asks the standby that became the primary, and no server that can only be read', async () => {
    const primary = await startPostgres()
    onTestFinished(() => primary.close())
    const standby = await startPostgres({ primary: primary.url })
    onTestFinished(() => standby.close())
    // What the primary says is done is done on the standby too.
    await told(primary, "ALTER SYSTEM SET synchronous_standby_names = '*'", 'SELECT pg_reload_conf()')
    const address = await switchable(primary.url)
    const store = postgresStore(address.url)
    const reader = postgresStore(standby.url)
    await store.create('kept', sessionOf(), HOUR_MS)
    await expect(reader.read('kept')).rejects.toMatchObject({ code: '25006' })
    await primary.stop('SIGKILL')
    address.leadTo(standby.url)
    await expect(store.create('lost', sessionOf(), HOUR_MS)).rejects.toThrow()
    standby.promote()
    expect(await store.create('new', sessionOf(), HOUR_MS)).toBe(true)
    expect(await store.read('kept')).toBeDefined()
    expect(await reader.read('new')).toBeDefined()
    await Promise.all([store.close(), reader.close()])
    await address.close()
  })

  it('leaves a connection that has gone silent, and asks by another', async () => {
    const store = postgresStore(server.url, { schema: 'silent' })
    await store.read('key')
    const pids = await told(
      server,
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'portico-session-service'",
    )
    for (const { pid } of pids) process.kill(pid as number, 'SIGSTOP')
    try {
      await expect(store.read('key')).rejects.toMatchObject({ code: 'no-response' })
      expect(await store.read('key')).toBeUndefined()
    } finally {
      for (const { pid } of pids) process.kill(pid as number, 'SIGCONT')
    }
    await store.close()
  })

  it('does not do later what took too long', async () => {
    const store = postgresStore(server.url, { schema: 'late' })
    await store.create('kept', sessionOf(), HOUR_MS)
    const other = new Client(server.url)
    await other.connect()
    await other.query('BEGIN; LOCK TABLE late.sessions IN ACCESS EXCLUSIVE MODE')
    const asked = [store.create('refused', sessionOf(), HOUR_MS), store.delete('kept')]
    const codes = await Promise.all(asked.map((asking) => asking.catch(({ code }) => code)))
    // The server gives up first, unless the machine is too busy to say so in time.
    for (const code of codes) expect(['57014', 'no-response']).toContain(code)
    while ((await told(server, 'SELECT 1 FROM pg_locks WHERE NOT granted')).length > 0);
    await other.end()
    expect(await store.read('refused')).toBeUndefined()
    expect(await store.read('kept')).toBeDefined()
    await store.close()
  })

  it('gives up on a server that takes a connection and says nothing', async () => {
    const sockets: Socket[] = []
    const silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const store = postgresStore(`postgres://127.0.0.1:${(silent.address() as AddressInfo).port}/x`)
    await expect(store.read('key')).rejects.toMatchObject({ code: 'no-response' })
    await store.close()
    for (const socket of sockets) socket.destroy()
    silent.close()
  })

  describe('when a login and a logout come at one moment', () => {
    let pool: Pool
    let other: SessionStore
    beforeAll(() => {
      pool = new Pool({ connectionString: server.url })
      other = postgresStore(pool, { schema: 'between' })
    })
    afterAll(() => pool.end())

    /** A store, before whose statement of this number something else happens. */
    function interrupted(at: number, happen: () => Promise<unknown>) {
      let passed = 0
      const query = async (query: PostgresQuery) => {
        if (passed === at) await happen()
        passed += 1
        return pool.query(query)
      }
      const store = postgresStore({ connect: () => pool.connect(), query }, { schema: 'between' })
      return { store, isOver: () => passed <= at }
    }

    const ends: [string, (store: SessionStore, session: StoredSession) => Promise<number>][] = [
      ['logout', (store, { reader, issuedAt }) => store.deleteBySubject(reader, issuedAt, HOUR_MS)],
      ['end', (store, { reader, begunAt }) => store.deleteAll({ reader }, begunAt, HOUR_MS)],
    ]

    it.each(ends)(
      'refuses or ends the session, between whichever of its statements the %s comes',
      async (what, end) => {
        for (let at = 0; ; at += 1) {
          const session = sessionOf()
          const key = `of a login, ${what} ${at}`
          const { store, isOver } = interrupted(at, () => end(other, session))
          await store.create(key, session, HOUR_MS)
          await store.close()
          if (isOver()) break
          expect(await other.read(key)).toBeUndefined()
        }
        // Beyond the last statement it has not come. Whoever made the pool goes on with it.
        const query = { text: 'SELECT key FROM between.sessions WHERE key LIKE $1', values: [`%, ${what} %`] }
        expect((await pool.query(query)).rowCount).toBe(1)
      },
    )

    it.each(ends)(
      'refuses or ends the session, between whichever statements of the %s it comes',
      async (what, end) => {
        for (let at = 0; ; at += 1) {
          const session = sessionOf()
          const key = `of the ${what} ${at}`
          const { store, isOver } = interrupted(at, () => other.create(key, session, HOUR_MS))
          await end(store, session)
          await store.close()
          if (isOver()) break
          expect(await other.read(key)).toBeUndefined()
        }
      },
    )
  })

  it('sweeps what is over, in small steps, and nothing else', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const store = postgresStore(server.url, { schema: 'swept' })
    await store.create('long', sessionOf(), HOUR_MS)
    await store.once('long', HOUR_MS)
    await store.deleteByProviderSession('long', HOUR_MS)
    await store.deleteByProviderSession('short', 1)
    await store.once('short', 1)
    await told(
      server,
      `INSERT INTO swept.sessions SELECT 'over ' || n, reader, provider_session, issued_at, session, now()
        FROM swept.sessions, generate_series(1, 2500) AS n`,
    )
    vi.advanceTimersByTime(30_000)
    vi.useRealTimers()
    const isSwept = async () => {
      const [row] = await told(
        server,
        'SELECT (SELECT count(*) FROM swept.sessions) + (SELECT count(*) FROM swept.used) + (SELECT count(*) FROM swept.ended) AS rows',
      )
      return Number(row?.rows) <= 3
    }
    while (!(await isSwept()));
    expect(await store.read('long')).toBeDefined()
    expect(await store.once('long', HOUR_MS)).toBe(false)
    expect(await store.create('late', sessionOf({ providerSession: 'long' }), HOUR_MS)).toBe(false)
    await store.close()
  })

  it('outlives a sweep while its server is away', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const query = vi.fn().mockRejectedValue(new Error('away'))
    const store = postgresStore({ query, connect: query })
    vi.advanceTimersByTime(30_000)
    vi.useRealTimers()
    await vi.waitFor(() => expect(query).toHaveBeenCalled())
    // A rejection that nobody handles would end the process by now.
    await expect(store.read('key')).rejects.toThrow('away')
    await store.close()
  })

  describe('its tables', () => {
    const change = (isBackwardCompatible: boolean) => ({
      sql: 'ALTER TABLE sessions ADD COLUMN note text; CREATE INDEX ON sessions (note)',
      isBackwardCompatible,
    })

    it('are brought up to date once, with what is in them, when several processes begin at one moment', async () => {
      const schema = 'dated'
      const old = postgresStore(server.url, { schema })
      await old.create('key', sessionOf(), HOUR_MS)
      const pools = [1, 2, 3].map(() => openPool(server.url))
      // It takes longer than a reader is kept waiting.
      const slow = {
        sql: 'ALTER TABLE sessions ADD COLUMN note text; SELECT pg_sleep(1.3)',
        isBackwardCompatible: true,
      }
      await Promise.all(pools.map((pool) => migrate(pool, schema, [...MIGRATIONS, slow])))
      expect(await told(server, 'SELECT * FROM dated.version')).toEqual([{ changes: 2, needed: 1 }])
      // The version before it still runs on another machine, and one may go back to it.
      expect(await old.read('key')).toBeDefined()
      const restarted = postgresStore(server.url, { schema })
      expect(await restarted.create('new', sessionOf(), HOUR_MS)).toBe(true)
      await Promise.all([old, restarted].map((store) => store.close()))
      await Promise.all(pools.map((pool) => pool.end()))
    })

    it('are refused by a version that is too old for them', async () => {
      const pool = openPool(server.url)
      await migrate(pool, 'newer', [...MIGRATIONS, change(false)])
      await pool.end()
      const store = postgresStore(server.url, { schema: 'newer' })
      await expect(store.read('key')).rejects.toMatchObject({ code: 'tables-too-new' })
      await store.close()
    })

    it('are not half changed when a change fails', async () => {
      const pool = openPool(server.url)
      await migrate(pool, 'half')
      const broken = {
        sql: 'ALTER TABLE sessions ADD COLUMN note text; SELECT 1 / 0',
        isBackwardCompatible: true,
      }
      await expect(migrate(pool, 'half', [...MIGRATIONS, broken])).rejects.toMatchObject({ code: '22012' })
      await migrate(pool, 'half', [...MIGRATIONS, change(true)])
      await pool.end()
    })

    it('may be in a schema that its user may use, and may not make', async () => {
      await told(
        server,
        'CREATE ROLE modest LOGIN',
        'CREATE SCHEMA modest AUTHORIZATION modest',
        'REVOKE CREATE ON DATABASE postgres FROM PUBLIC',
      )
      const modest = new URL(server.url)
      modest.username = 'modest'
      const store = postgresStore(modest.href, { schema: 'modest' })
      expect(await store.create('key', sessionOf(), HOUR_MS)).toBe(true)
      await store.close()
    })
  })

  it('names what the server says, and never the password', async () => {
    const address = new URL(server.url)
    address.password = 'hush'
    address.pathname = '/nowhere'
    const store = postgresStore(address.href)
    const error = await store.read('key').catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: '3D000' })
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('hush')
    await store.close()
  })

  it.each([
    ['sslmode=verify-full', 'no-tls'],
    ['user=strict', '28P01'],
  ])('names what keeps it from connecting: %s', async (parameter, code) => {
    const store = postgresStore(`${server.url}?${parameter}`)
    await expect(store.read('key')).rejects.toMatchObject({ code })
    await store.close()
  })

  it('says at once of an address that it cannot be read', () => {
    const read = () => postgresStore('postgres://portico:hush@127.0.0.1:x/sessions')
    expect(read).toThrow(/Invalid URL/)
    expect(read).not.toThrow(/hush/)
    expect(() => postgresStore('postgres://127.0.0.1/x?sslrootcert=/nowhere.pem')).toThrow(/nowhere\.pem/)
  })
})
