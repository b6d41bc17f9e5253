// Everything the emulator remembers, behind one object.

import type { SessionStore } from 'portico-session-service'
import { type Db, dataUnusable, forgetExpired, forgetLogins, openDatabase } from './database.ts'
import { type Messages, messages } from './messages.ts'
import { type Records, records } from './records.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { type SiteSessions, siteSessions } from './site-sessions.ts'
import { type Users, users } from './users.ts'

const SWEEP_MS = 60_000

export interface Store {
  readonly db: Db
  readonly secrets: Secrets
  readonly users: Users
  /** The session services keep their sessions here. */
  readonly sessions: SessionStore
  readonly siteSessions: SiteSessions
  readonly records: Records
  readonly messages: Messages
  /** Ends every session, also those of the account service, and all log-ins that are under way. */
  forgetLogins(): void
  close(): void
}

/**
 * Opens the store, in memory or in the given directory.
 *
 * @throws {EmulatorError} data-unusable
 */
export async function openStore(dataDir: string | undefined): Promise<Store> {
  const db = openDatabase(dataDir)
  try {
    const store = {
      db,
      secrets: await loadSecrets(db),
      users: users(db),
      sessions: db.sessions,
      siteSessions: siteSessions(db),
      records: records(db),
      messages: messages(db),
      forgetLogins: () => forgetLogins(db),
    }
    const sweeping = setInterval(sweep, SWEEP_MS, db).unref()
    return {
      ...store,
      close() {
        clearInterval(sweeping)
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw dataUnusable(dataDir, error)
  }
}

function sweep(db: Db): void {
  try {
    forgetExpired(db)
  } catch {
    // a file that somebody else holds, or a full disk: tried again, and no reason to end
  }
}
