// Opens the embedded database and brings it to the current shape. In memory unless a directory is given.
// With a directory every acknowledged write is on disk before the answer leaves (WAL, synchronous FULL).

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import type { SessionStore } from 'portico-session-service'
import { sqliteStore } from 'portico-session-service/sqlite'
import { EmulatorError } from '../emulator-error.ts'

/** What may be bound to a statement. */
export type Value = string | number | null | undefined

/** A statement, made once and run often. */
export interface Statement {
  run(...values: Value[]): void
  get(...values: Value[]): unknown
  all(...values: Value[]): unknown[]
}

/** The part of a database that its tables need. */
export interface Db {
  prepare(sql: string): Statement
  /** The session services' part of it, in tables of their own. */
  readonly sessions: SessionStore
  close(): void
}

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS secrets (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS users (
    uuid TEXT PRIMARY KEY,
    user_id INTEGER NOT NULL UNIQUE,
    username TEXT NOT NULL UNIQUE,
    email TEXT NOT NULL UNIQUE,
    phone TEXT NOT NULL,
    password TEXT NOT NULL,
    display_name TEXT NOT NULL,
    given_name TEXT NOT NULL,
    family_name TEXT NOT NULL,
    gender TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS connections (
    user_uuid TEXT NOT NULL REFERENCES users (uuid) ON DELETE CASCADE,
    merchant_id INTEGER NOT NULL,
    PRIMARY KEY (user_uuid, merchant_id)
  );
  CREATE TABLE IF NOT EXISTS products (
    user_uuid TEXT NOT NULL REFERENCES users (uuid) ON DELETE CASCADE,
    product_id TEXT NOT NULL,
    PRIMARY KEY (user_uuid, product_id)
  );
  CREATE TABLE IF NOT EXISTS clients (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    secret TEXT NOT NULL,
    publisher TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS redirect_uris (
    client_id TEXT NOT NULL,
    url TEXT NOT NULL,
    PRIMARY KEY (client_id, url)
  );
  CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    user_uuid TEXT NOT NULL REFERENCES users (uuid) ON DELETE CASCADE,
    channel TEXT NOT NULL,
    code TEXT NOT NULL,
    sent_at INTEGER NOT NULL
  );
  CREATE TABLE IF NOT EXISTS records (
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    value TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
  );
  CREATE TABLE IF NOT EXISTS oidc (
    model TEXT NOT NULL,
    id TEXT NOT NULL,
    payload TEXT NOT NULL,
    grant_id TEXT,
    uid TEXT,
    expires_at INTEGER,
    PRIMARY KEY (model, id)
  );
  CREATE INDEX IF NOT EXISTS oidc_grant ON oidc (grant_id);
  CREATE INDEX IF NOT EXISTS oidc_uid ON oidc (uid);
`

/**
 * Opens the database.
 *
 * @param dataDir directory that keeps it over restarts; created when missing
 * @throws {EmulatorError} data-unusable, when the directory or the file in it cannot be used
 */
export function openDatabase(dataDir: string | undefined): Db {
  let db: Database.Database | undefined
  try {
    if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true })
    db = new Database(dataDir === undefined ? ':memory:' : join(dataDir, 'emulator.db'), { timeout: 2000 })
    if (dataDir !== undefined) db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    db.exec('PRAGMA foreign_keys = ON')
    db.exec(SCHEMA)
    const checked = withCheckedValues(db, sqliteStore(db))
    forgetExpired(checked)
    return checked
  } catch (cause) {
    db?.close()
    throw dataUnusable(dataDir, cause)
  }
}

/** What to say when the data cannot be used. */
export function dataUnusable(dataDir: string | undefined, cause: unknown): EmulatorError {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new EmulatorError(
    'data-unusable',
    `The data directory ${dataDir ?? '(memory)'} cannot be used: ${why}. ` +
      'Name another one, or delete emulator.db in it to start afresh, without what was kept.',
    cause,
  )
}

/** Refuses, as an error, what libsql would end the process for: a value of a kind that it does not know. */
function withCheckedValues(db: Database.Database, sessions: SessionStore): Db {
  function checked(values: Value[]): Value[] {
    const wrong = values.find(
      (value) => value != null && typeof value !== 'string' && typeof value !== 'number',
    )
    if (wrong !== undefined) throw new TypeError(`a ${typeof wrong} cannot be kept in the database`)
    return values
  }
  return {
    sessions,
    prepare(sql) {
      const statement = db.prepare(sql)
      return {
        run: (...values) => void statement.run(...checked(values)),
        get: (...values) => statement.get(...checked(values)),
        all: (...values) => statement.all(...checked(values)),
      }
    },
    close() {
      void sessions.close()
      db.close()
    },
  }
}

const LOGIN_TABLES = ['records', 'sessions', 'ended', 'used', 'oidc']

/** Removes the rows whose time is over. Readers have not seen them since. */
export function forgetExpired(db: Db): void {
  const now = Date.now()
  for (const table of LOGIN_TABLES) db.prepare(`DELETE FROM ${table} WHERE expires_at <= ?`).run(now)
}

/** Removes everything that anybody who is logged in, or about to be, is known by. */
export function forgetLogins(db: Db): void {
  for (const table of LOGIN_TABLES) db.prepare(`DELETE FROM ${table}`).run()
}
