// Everything the emulator remembers, behind one object. In memory unless a directory is given: then every acknowledged write is on
// disk before the answer leaves (WAL, synchronous FULL).

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'libsql'
import type { SessionStore } from 'portico-session-service'
import { sqliteStore } from 'portico-session-service/sqlite'
import { EmulatorError } from '../emulator-error.ts'
import { type Records, records as recordsIn } from './records.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { type SiteSessions, siteSessions } from './site-sessions.ts'
import { type Users, users } from './users.ts'

const SWEEP_MS = 60_000

export interface Store {
  readonly secrets: Secrets
  readonly users: Users
  /** The session services keep their sessions here. */
  readonly sessions: SessionStore
  readonly siteSessions: SiteSessions
  readonly records: Records
  /** Ends every session, also those of the account service, and all logins that are under way. */
  forgetLogins(): void
  close(): void
}

/**
 * Opens the store.
 *
 * @param dataDir directory that keeps it over restarts; created when missing
 * @throws {EmulatorError} data-unusable, when the directory or the file in it cannot be used
 */
export async function openStore(dataDir: string | undefined): Promise<Store> {
  let db: Database.Database | undefined
  try {
    if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true })
    db = new Database(dataDir === undefined ? ':memory:' : join(dataDir, 'emulator.db'), { timeout: 2000 })
    if (dataDir !== undefined) db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    return await storeIn(db)
  } catch (cause) {
    db?.close()
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new EmulatorError(
      'data-unusable',
      `The data directory ${dataDir ?? '(memory)'} cannot be used: ${why}. ` +
        'Name another one, or delete emulator.db in it to start afresh, without what was kept.',
      cause,
    )
  }
}

async function storeIn(db: Database.Database): Promise<Store> {
  const sessions = sqliteStore(db)
  const records = recordsIn(db)
  records.forgetExpired()
  const siteSessionsOfAll = siteSessions(db)
  const secrets = await loadSecrets(records)
  const sweeping = setInterval(sweep, SWEEP_MS, records).unref()
  return {
    secrets,
    users: users(records),
    sessions,
    siteSessions: siteSessionsOfAll,
    records,
    forgetLogins() {
      records.forgetPassing()
      siteSessionsOfAll.endAll()
    },
    close() {
      clearInterval(sweeping)
      void sessions.close()
      db.close()
    },
  }
}

function sweep(records: Records): void {
  try {
    records.forgetExpired()
  } catch {
    // a file that somebody else holds, or a full disk: tried again, and no reason to end
  }
}
