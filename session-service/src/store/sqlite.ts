// Sessions in an embedded database: for one process, or for several on one machine. Each method is one statement, or two whose
// order is safe.

import Database from 'libsql'
import type { SessionStore, StoredSession } from './session-store.ts'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS sessions (
    key TEXT PRIMARY KEY,
    reader TEXT NOT NULL,
    provider_session TEXT,
    issued_at REAL NOT NULL,
    session TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS sessions_reader ON sessions (reader);
  CREATE INDEX IF NOT EXISTS sessions_provider_session ON sessions (provider_session);
  CREATE INDEX IF NOT EXISTS sessions_expires_at ON sessions (expires_at);
  CREATE TABLE IF NOT EXISTS ended (whose TEXT PRIMARY KEY, ended_at REAL NOT NULL, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS used (key TEXT PRIMARY KEY, expires_at INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS readers (user_id INTEGER PRIMARY KEY AUTOINCREMENT, reader TEXT NOT NULL UNIQUE);
`

const SWEEP_MS = 30_000
/** Rows that one sweep takes at most: meanwhile, nobody is answered. */
const SWEPT_ROWS = 2000
/** Milliseconds that a write waits for one of another process. */
const BUSY_MS = 500
/** Later than any logout: a session of the provider that has ended begins no more. */
const FOR_GOOD = Number.MAX_SAFE_INTEGER

/**
 * Keeps sessions in a file. Several processes on one machine may share it.
 *
 * @param file which is made when there is none; its folder has to be there. `:memory:` keeps nothing. Or a database of `libsql` that
 * you have opened, and close
 * @throws {Error} when the file cannot be used
 * @example const store = sqliteStore('/var/lib/sessions/sessions.db')
 */
export function sqliteStore(file: string | Database.Database): SessionStore {
  const db = typeof file === 'string' ? openFile(file) : file
  db.exec(SCHEMA)
  const insert = db.prepare(`
    INSERT INTO sessions (key, reader, provider_session, issued_at, session, expires_at)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6
    WHERE NOT EXISTS (SELECT 1 FROM ended WHERE whose IN ('p:' || ?3, 'r:' || ?2) AND ended_at >= ?4 AND expires_at > ?7)`)
  const find = db.prepare('SELECT session, expires_at FROM sessions WHERE key = ? AND expires_at > ?')
  const move = db.prepare('UPDATE sessions SET expires_at = ? WHERE key = ? AND expires_at > ?')
  const remove = db.prepare('DELETE FROM sessions WHERE key = ?')
  const removeByProviderSession = db.prepare('DELETE FROM sessions WHERE provider_session = ?')
  const removeByReader = db.prepare('DELETE FROM sessions WHERE reader = ? AND issued_at <= ?')
  const remember = db.prepare(`
    INSERT INTO ended VALUES (?, ?, ?) ON CONFLICT (whose)
    DO UPDATE SET ended_at = max(ended_at, excluded.ended_at), expires_at = max(expires_at, excluded.expires_at)`)
  const use = db.prepare(`
    INSERT INTO used VALUES (?1, ?2) ON CONFLICT (key)
    DO UPDATE SET expires_at = excluded.expires_at WHERE used.expires_at <= ?3`)
  const addReader = db.prepare('INSERT INTO readers (reader) VALUES (?) ON CONFLICT DO NOTHING')
  const findReader = db.prepare('SELECT user_id FROM readers WHERE reader = ?')

  const sweeps = ['sessions', 'ended', 'used'].map((table) => {
    const key = table === 'ended' ? 'whose' : 'key'
    return db.prepare(
      `DELETE FROM ${table} WHERE ${key} IN (SELECT ${key} FROM ${table} WHERE expires_at <= ? LIMIT ${SWEPT_ROWS})`,
    )
  })
  const sweeping = setInterval(() => {
    try {
      for (const sweep of sweeps) sweep.run(Date.now())
    } catch {
      // Another process holds the file, or the disk is full. What is over is not read meanwhile.
    }
  }, SWEEP_MS)
  sweeping.unref()

  return {
    async create(key, session, forMs) {
      const { reader, providerSession = null, issuedAt } = session
      const now = Date.now()
      const { changes } = insert.run(
        key,
        reader,
        providerSession,
        issuedAt,
        JSON.stringify(session),
        now + forMs,
        now,
      )
      return changes > 0
    },
    async read(key) {
      const now = Date.now()
      const row = find.get(key, now) as { session: string; expires_at: number } | undefined
      return row && { session: JSON.parse(row.session) as StoredSession, leftMs: row.expires_at - now }
    },
    async touch(key, forMs) {
      move.run(Date.now() + forMs, key, Date.now())
    },
    async delete(key) {
      remove.run(key)
    },
    async deleteByProviderSession(providerSession, rememberMs) {
      // First of all: a session that is created between the two statements is refused.
      remember.run(`p:${providerSession}`, FOR_GOOD, Date.now() + rememberMs)
      return removeByProviderSession.run(providerSession).changes
    },
    async deleteBySubject(reader, endedAt, rememberMs) {
      remember.run(`r:${reader}`, endedAt, Date.now() + rememberMs)
      return removeByReader.run(reader, endedAt).changes
    },
    async once(key, forMs) {
      return use.run(key, Date.now() + forMs, Date.now()).changes > 0
    },
    async userIdOf(reader) {
      const known = findReader.get(reader) as { user_id: number } | undefined
      if (known) return known.user_id
      addReader.run(reader)
      return (findReader.get(reader) as { user_id: number }).user_id
    },
    async close() {
      clearInterval(sweeping)
      if (typeof file === 'string' && db.open) db.close()
    },
  }
}

function openFile(file: string): Database.Database {
  const db = new Database(file, { timeout: BUSY_MS })
  // NORMAL: a power failure may cost the logins of the last moments, and never the file.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  return db
}
