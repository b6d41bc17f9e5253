// Sessions in PostgreSQL: for any number of processes, on any number of machines. Time is the server's. Each statement commits by
// itself; where a method needs two, their order is safe.

import type { PostgresPool } from './postgres-connection.ts'
import { databaseOf } from './postgres-database.ts'
import { SCAN_ROWS, scanTables } from './scan-tables.ts'
import type { FoundSession, Owner, ReservedUserId, SessionStore, StoredSession } from './session-store.ts'

export type {
  PostgresClient,
  PostgresPool,
  PostgresQuery,
  PostgresResult,
} from './postgres-connection.ts'

/** Options of {@link postgresStore}. */
export interface PostgresStoreOptions {
  /** The schema of the tables. It is made when there is none. @default 'portico' */
  schema?: string
}

const SWEEP_MS = 30_000
/** Rows that go in one step: the server has others to serve. */
const SWEEP_ROWS = 1000
/** Later than any logout: a session of the provider that has ended begins no more. */
const FOREVER = Number.MAX_SAFE_INTEGER

/** The key of an owner in the table `ended`. With `all` before the key, `ended_at` is by the service's clock, else by the provider's. */
const ownerKey = (owner: Owner): string =>
  'reader' in owner ? `r:${owner.reader}` : `p:${owner.providerSession}`

/**
 * Keeps sessions in PostgreSQL. It makes its tables when it is used for the first time.
 *
 * @param server its address, such as `postgres://user:password@db.site.com:5432/sessions?sslmode=verify-full`. Or a `Pool` of `pg` that you
 * have made, and end
 * @throws {Error} when the address cannot be read. A server that is away is no error: it may come
 * @example const store = postgresStore('postgres://sessions@127.0.0.1:5432/sessions')
 */
export function postgresStore(
  server: string | PostgresPool,
  { schema = 'portico' }: PostgresStoreOptions = {},
): SessionStore {
  const { tables, run, close } = databaseOf(server, schema)
  const changed = async (text: string, ...values: unknown[]): Promise<number> =>
    (await run(text, ...values)).rowCount as number

  /** The moment that is so many milliseconds away, which a statement is given as its value of this number. */
  const after = (value: string): string => `now() + ${value}::float8 * interval '1 millisecond'`

  async function remember(owner: string, endedAt: number, rememberMs: number): Promise<void> {
    await run(
      `INSERT INTO ${tables}.ended AS old VALUES ($1, $2, ${after('$3')}) ON CONFLICT (whose) DO UPDATE SET
        ended_at = greatest(old.ended_at, excluded.ended_at), expires_at = greatest(old.expires_at, excluded.expires_at)`,
      owner,
      endedAt,
      rememberMs,
    )
  }

  async function find(column: string, value: string, isAfter = false): Promise<FoundSession[]> {
    const { rows } = await run(
      `SELECT key, session, extract(epoch FROM expires_at - now())::float8 * 1000 AS left_ms
        FROM ${tables}.sessions WHERE ${column} ${isAfter ? '>' : '='} $1 AND expires_at > now()
        ${isAfter ? `ORDER BY ${column} LIMIT ${SCAN_ROWS}` : ''}`,
      value,
    )
    return rows.map((row) => ({
      key: row.key as string,
      session: row.session as StoredSession,
      leftMs: row.left_ms as number,
    }))
  }

  async function readersAfter(userId: number): Promise<ReservedUserId[]> {
    const { rows } = await run(
      `SELECT reader, user_id FROM ${tables}.readers WHERE user_id > $1 ORDER BY user_id LIMIT ${SCAN_ROWS}`,
      userId,
    )
    return rows.map((row) => ({ reader: row.reader as string, userId: Number(row.user_id) }))
  }

  async function numberOf(reader: string): Promise<number | undefined> {
    const { rows } = await run(`SELECT user_id FROM ${tables}.readers WHERE reader = $1`, reader)
    // A bigint comes as text. Those of readers have 52 bits.
    return rows[0] && Number(rows[0].user_id)
  }

  async function sweep(): Promise<void> {
    for (const [table, key] of [
      ['sessions', 'key'],
      ['ended', 'whose'],
      ['used', 'key'],
    ]) {
      // What another process sweeps at this moment is left to it.
      const step = `DELETE FROM ${tables}.${table} WHERE ${key} = ANY (ARRAY(
        SELECT ${key} FROM ${tables}.${table} WHERE expires_at <= now() LIMIT ${SWEEP_ROWS} FOR UPDATE SKIP LOCKED))`
      while ((await changed(step)) === SWEEP_ROWS);
    }
  }
  // What is over is not read until a sweep succeeds.
  const sweeping = setInterval(() => sweep().catch(() => {}), SWEEP_MS)
  sweeping.unref()

  return {
    async create(key, session, ttlMs) {
      const { reader, providerSession, issuedAt, begunAt } = session
      await run(
        `INSERT INTO ${tables}.sessions (key, reader, provider_session, issued_at, session, expires_at)
          VALUES ($1, $2, $3, $4, $5, ${after('$6')})`,
        key,
        reader,
        providerSession,
        issuedAt,
        JSON.stringify(session),
        ttlMs,
      )
      // A logout at this moment finds the session, or is found here: it is remembered before it looks.
      const { rows } = await run(
        `SELECT 1 FROM ${tables}.ended WHERE expires_at > now() AND (
          (whose IN ('p:' || $1, 'r:' || $2) AND ended_at >= $3) OR (whose IN ('all p:' || $1, 'all r:' || $2) AND ended_at >= $4))`,
        providerSession,
        reader,
        issuedAt,
        begunAt,
      )
      if (rows.length === 0) return true
      await run(`DELETE FROM ${tables}.sessions WHERE key = $1`, key)
      return false
    },
    async read(key) {
      const [found] = await find('key', key)
      return found
    },
    readBySubject: (reader) => find('reader', reader),
    readByProviderSession: (providerSession) => find('provider_session', providerSession),
    async touch(key, ttlMs) {
      await run(
        `UPDATE ${tables}.sessions SET expires_at = ${after('$2')} WHERE key = $1 AND expires_at > now()`,
        key,
        ttlMs,
      )
    },
    async delete(key) {
      await run(`DELETE FROM ${tables}.sessions WHERE key = $1`, key)
    },
    async deleteByProviderSession(providerSession, rememberMs) {
      await remember(ownerKey({ providerSession }), FOREVER, rememberMs)
      return changed(`DELETE FROM ${tables}.sessions WHERE provider_session = $1`, providerSession)
    },
    async deleteBySubject(reader, endedAt, rememberMs) {
      await remember(ownerKey({ reader }), endedAt, rememberMs)
      return changed(`DELETE FROM ${tables}.sessions WHERE reader = $1 AND issued_at <= $2`, reader, endedAt)
    },
    async deleteAll(owner, endedAt, rememberMs) {
      await remember(`all ${ownerKey(owner)}`, endedAt, rememberMs)
      const [column, value] =
        'reader' in owner ? ['reader', owner.reader] : ['provider_session', owner.providerSession]
      return changed(`DELETE FROM ${tables}.sessions WHERE ${column} = $1`, value)
    },
    async once(key, ttlMs) {
      const granted = await changed(
        `INSERT INTO ${tables}.used AS old VALUES ($1, ${after('$2')}) ON CONFLICT (key)
          DO UPDATE SET expires_at = excluded.expires_at WHERE old.expires_at <= now()`,
        key,
        ttlMs,
      )
      return granted > 0
    },
    async reserveUserId(reader, userId) {
      const known = await numberOf(reader)
      if (known !== undefined) return known
      await run(`INSERT INTO ${tables}.readers VALUES ($1, $2) ON CONFLICT DO NOTHING`, userId, reader)
      return numberOf(reader)
    },
    async releaseUserId(reader, userId) {
      await run(`DELETE FROM ${tables}.readers WHERE user_id = $1 AND reader = $2`, userId, reader)
    },
    scan: (cursor) => scanTables(cursor, (key) => find('key', key, true), readersAfter),
    async close() {
      clearInterval(sweeping)
      await close()
    },
  }
}
