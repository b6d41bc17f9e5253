/**
 * How many bytes a session takes in each store: what the store has grown by once there are many, each of a reader of its own with the number
 * that is reserved for them. Without a redis-server or a PostgreSQL, what runs on it is left out.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasPostgres, startPostgres } from '../../session-service/test/store/postgres-server.mjs'
import { number } from './report.mjs'
import { hasRedis, startRedis } from './session-service.mjs'

export const title = 'The bytes of a session'

const DIST = new URL('../../session-service/dist/', import.meta.url)
/** What the stores are looked into with: packages of the session service. */
const require = createRequire(DIST)
const DAY_MS = 86_400_000
/** Of an ID token as the store keeps it, encrypted. */
const SEALED_CHARACTERS = 900
/** How many are made at the same time. */
const AT_ONCE = 50

const hash = (text) => createHash('sha256').update(text).digest('base64url')

function sessionOf(index, sealedIdToken) {
  const now = Date.now()
  return {
    reader: hash(`reader ${index}`),
    providerSession: hash(`provider session ${index}`),
    subject: crypto.randomUUID(),
    userId: 2 ** 51 + index,
    uuid: crypto.randomUUID(),
    profile: { displayName: 'Kari Hansen', givenName: 'Kari', familyName: 'Hansen', gender: 'female' },
    sealedIdToken,
    issuedAt: Math.floor(now / 1000),
    clientId: 'news',
    host: 'id.site.com',
    begunAt: now,
    createdAt: now,
    endsAt: now + 90 * DAY_MS,
  }
}

const idToken = () => randomBytes(SEALED_CHARACTERS).toString('base64url').slice(0, SEALED_CHARACTERS)

/** Each opens a store of its own. `bytes` is what it takes now. */
const STORES = {
  async SQLite(folder) {
    const { sqliteStore } = await import(new URL('sqlite.mjs', DIST))
    const file = join(folder, 'sessions.db')
    const Database = require('libsql')
    return {
      store: sqliteStore(file),
      async bytes() {
        const db = new Database(file, { timeout: 5000 })
        db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
        db.close()
        return statSync(file).size
      },
      close() {},
    }
  },
  async Redis(folder) {
    const { redisStore } = await import(new URL('redis.mjs', DIST))
    const { url, stop } = await startRedis(folder)
    const { Redis } = require('ioredis')
    const client = new Redis(url)
    return {
      // Without the service's own time limits: it takes what it takes.
      store: redisStore(new Redis(url, { enableAutoPipelining: true })),
      bytes: async () => Number(/^used_memory:(\d+)/m.exec(await client.info('memory'))[1]),
      async close() {
        client.disconnect()
        await stop()
      },
    }
  },
  async PostgreSQL() {
    const { postgresStore } = await import(new URL('postgres.mjs', DIST))
    const { url, close } = await startPostgres()
    const { Client } = require('pg')
    const client = new Client(url)
    await client.connect()
    return {
      store: postgresStore(url),
      async bytes() {
        const { rows } = await client.query(
          "SELECT sum(pg_total_relation_size(oid)) AS bytes FROM pg_class WHERE relnamespace = 'portico'::regnamespace AND relkind = 'r'",
        )
        return Number(rows[0].bytes)
      },
      async close() {
        await client.end()
        await close()
      },
    }
  },
}

/** @returns by how many bytes the store grows for each of so many sessions */
async function bytesOf(open, folder, count, sealed) {
  mkdirSync(folder)
  const { store, bytes, close } = await open(folder)
  const keep = async (index) => {
    const session = sessionOf(index, sealed())
    await store.reserveUserId(session.reader, session.userId)
    if (!(await store.create(hash(`key ${index}`), session, 14 * DAY_MS)))
      throw new Error('the store has refused a session')
  }
  try {
    // Tables and connections are there from the first one on.
    await keep(0)
    const before = await bytes()
    for (let begun = 1; begun <= count; begun += AT_ONCE)
      await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => keep(begun + index)))
    return ((await bytes()) - before) / count
  } finally {
    await store.close()
    await close()
  }
}

export async function measure({ quick = false } = {}) {
  const count = quick ? 1000 : 20_000
  const folder = mkdtempSync(join(tmpdir(), 'portico-session-size-'))
  const isThere = { SQLite: true, Redis: hasRedis, PostgreSQL: hasPostgres }
  const rows = [['a session in', 'with an ID token', 'without', 'a million with one']]
  try {
    for (const [name, open] of Object.entries(STORES)) {
      if (!isThere[name]) continue
      const whole = await bytesOf(open, join(folder, `${name}-whole`), count, idToken)
      const bare = await bytesOf(open, join(folder, `${name}-bare`), count, () => undefined)
      rows.push([name, `${number(whole)} B`, `${number(bare)} B`, `${number(whole / 1000, 2)} GB`])
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  return {
    title,
    how: `What a store has grown by for each of ${number(count)} sessions, with indices and the reader's number: the file of SQLite, the memory of Redis, the tables of PostgreSQL. The ID token has ${SEALED_CHARACTERS} characters, encrypted.`,
    tables: [rows],
    targets: [],
    notes: Object.entries(isThere).flatMap(([name, is]) =>
      is ? [] : [`${name} was not there, and is left out.`],
    ),
  }
}
