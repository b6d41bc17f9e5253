// Sessions in an embedded database: for one process, or for several on one machine. Each method that changes something is one
// transaction.

import type Database from 'libsql'
import { SCAN_ROWS, scanTables } from './scan-tables.ts'
import type { FoundSession, Owner, ReservedUserId, SessionStore, StoredSession } from './session-store.ts'
import { openFile, retryWhileBusy, transaction } from './sqlite-file.ts'

/**
 * Sessions are too long to be kept in an index, where each would take a page more: their table has row ids. What is deleted is overwritten
 * with zeros: else the file would still have the names of readers who were forgotten.
 */
const SCHEMA = `
  PRAGMA secure_delete = ON;
  CREATE TABLE IF NOT EXISTS sessions (
    key TEXT PRIMARY KEY,
    reader TEXT NOT NULL,
    provider_session TEXT,
    issued_at REAL NOT NULL,
    session TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  );
  CREATE INDEX IF NOT EXISTS sessions_reader ON sessions (reader);
  CREATE INDEX IF NOT EXISTS sessions_provider_session ON sessions (provider_session);
  CREATE INDEX IF NOT EXISTS sessions_expires_at ON sessions (expires_at);
  CREATE TABLE IF NOT EXISTS ended (whose TEXT PRIMARY KEY, ended_at REAL NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS used (key TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS readers (user_id INTEGER PRIMARY KEY, reader TEXT NOT NULL UNIQUE);
`

const SWEEP_MS = 30_000
/** Rows that one sweep takes at most: meanwhile, nobody is answered. */
const SWEEP_ROWS = 2000
/** Later than any logout: a session of the provider that has ended begins no more. */
const FOREVER = Number.MAX_SAFE_INTEGER

/** The key of an owner in the table `ended`. With `all` before the key, `ended_at` is by the service's clock, else by the provider's. */
const ownerKey = (owner: Owner): string =>
  'reader' in owner ? `r:${owner.reader}` : `p:${owner.providerSession}`

/**
 * Keeps sessions in a file. Several processes on one machine may share it.
 *
 * @param file which is made when there is none, for its owner alone; its folder has to be there. `:memory:` keeps nothing. Or a
 * database of `libsql` that you have opened, and close
 * @throws {Error} when the file cannot be used
 * @example const store = sqliteStore('/var/lib/sessions/sessions.db')
 */
export function sqliteStore(file: string | Database.Database): SessionStore {
  const db = typeof file === 'string' ? openFile(file, SCHEMA) : file
  if (typeof file !== 'string') db.exec(SCHEMA)
  const insert = db.prepare(`
    INSERT INTO sessions (key, reader, provider_session, issued_at, session, expires_at)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6
    WHERE NOT EXISTS (SELECT 1 FROM ended WHERE expires_at > ?7 AND (
      (whose IN ('p:' || ?3, 'r:' || ?2) AND ended_at >= ?4) OR (whose IN ('all p:' || ?3, 'all r:' || ?2) AND ended_at >= ?8)))`)
  const findAfter = db.prepare(
    `SELECT key, session, expires_at FROM sessions WHERE key > ? AND expires_at > ? ORDER BY key LIMIT ${SCAN_ROWS}`,
  )
  const findReadersAfter = db.prepare(
    `SELECT reader, user_id AS userId FROM readers WHERE user_id > ? ORDER BY user_id LIMIT ${SCAN_ROWS}`,
  )
  const findBy = (column: string) =>
    db.prepare(`SELECT key, session, expires_at FROM sessions WHERE ${column} = ? AND expires_at > ?`)
  const find = findBy('key')
  const findByReader = findBy('reader')
  const findByProviderSession = findBy('provider_session')
  const move = db.prepare('UPDATE sessions SET expires_at = ? WHERE key = ? AND expires_at > ?')
  const remove = db.prepare('DELETE FROM sessions WHERE key = ?')
  const removeByProviderSession = db.prepare('DELETE FROM sessions WHERE provider_session = ?')
  const removeByReader = db.prepare('DELETE FROM sessions WHERE reader = ?')
  const removeOlder = db.prepare('DELETE FROM sessions WHERE reader = ? AND issued_at <= ?')
  const remember = db.prepare(`
    INSERT INTO ended VALUES (?, ?, ?) ON CONFLICT (whose)
    DO UPDATE SET ended_at = max(ended_at, excluded.ended_at), expires_at = max(expires_at, excluded.expires_at)`)
  const use = db.prepare(`
    INSERT INTO used VALUES (?1, ?2) ON CONFLICT (key)
    DO UPDATE SET expires_at = excluded.expires_at WHERE used.expires_at <= ?3`)
  const addReader = db.prepare('INSERT INTO readers (user_id, reader) VALUES (?, ?) ON CONFLICT DO NOTHING')
  const findReader = db.prepare('SELECT user_id FROM readers WHERE reader = ?')
  const removeReader = db.prepare('DELETE FROM readers WHERE reader = ? AND user_id = ?')

  const sweeps = ['sessions', 'ended', 'used'].map((table) => {
    const key = table === 'ended' ? 'whose' : 'key'
    return db.prepare(
      `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE expires_at <= ? LIMIT ${SWEEP_ROWS})`,
    )
  })
  const sweeping = setInterval(() => {
    // Another process may hold the file, or the disk may be full. What is over is not read meanwhile.
    transaction(db, () => sweeps.map((sweep) => sweep.run(Date.now()))).catch(() => {})
  }, SWEEP_MS)
  sweeping.unref()

  const numberOf = (reader: string): number | undefined =>
    (findReader.get(reader) as { user_id: number } | undefined)?.user_id

  async function read(statement: Database.Statement, value: string): Promise<FoundSession[]> {
    const now = Date.now()
    const rows = await retryWhileBusy(() => statement.all(value, now))
    return (rows as { key: string; session: string; expires_at: number }[]).map(
      ({ key, session, expires_at }) => ({
        key,
        session: JSON.parse(session) as StoredSession,
        leftMs: expires_at - now,
      }),
    )
  }

  return {
    create(key, session, ttlMs) {
      const { reader, providerSession = null, issuedAt, begunAt } = session
      const now = Date.now()
      const text = JSON.stringify(session)
      const values = [key, reader, providerSession, issuedAt, text, now + ttlMs, now, begunAt]
      return transaction(db, () => insert.run(...values).changes > 0)
    },
    read: async (key) => (await read(find, key))[0],
    readBySubject: (reader) => read(findByReader, reader),
    readByProviderSession: (providerSession) => read(findByProviderSession, providerSession),
    async touch(key, ttlMs) {
      await transaction(db, () => move.run(Date.now() + ttlMs, key, Date.now()))
    },
    async delete(key) {
      await transaction(db, () => remove.run(key))
    },
    deleteByProviderSession: (providerSession, rememberMs) =>
      transaction(db, () => {
        remember.run(ownerKey({ providerSession }), FOREVER, Date.now() + rememberMs)
        return removeByProviderSession.run(providerSession).changes
      }),
    deleteBySubject: (reader, endedAt, rememberMs) =>
      transaction(db, () => {
        remember.run(ownerKey({ reader }), endedAt, Date.now() + rememberMs)
        return removeOlder.run(reader, endedAt).changes
      }),
    deleteAll: (owner, endedAt, rememberMs) =>
      transaction(db, () => {
        remember.run(`all ${ownerKey(owner)}`, endedAt, Date.now() + rememberMs)
        return 'reader' in owner
          ? removeByReader.run(owner.reader).changes
          : removeByProviderSession.run(owner.providerSession).changes
      }),
    once: (key, ttlMs) => transaction(db, () => use.run(key, Date.now() + ttlMs, Date.now()).changes > 0),
    async reserveUserId(reader, userId) {
      const known = await retryWhileBusy(() => numberOf(reader))
      if (known !== undefined) return known
      return transaction(db, () => {
        addReader.run(userId, reader)
        return numberOf(reader)
      })
    },
    async releaseUserId(reader, userId) {
      await transaction(db, () => removeReader.run(reader, userId))
      // A `forget` ends here, and the write-ahead log still holds the reader's data. The checkpoint empties it, unless another program is reading.
      db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    },
    scan: (cursor) =>
      scanTables(
        cursor,
        (key) => read(findAfter, key),
        (userId) => retryWhileBusy(() => findReadersAfter.all(userId) as ReservedUserId[]),
      ),
    async close() {
      clearInterval(sweeping)
      if (typeof file === 'string' && db.open) db.close()
    },
  }
}
