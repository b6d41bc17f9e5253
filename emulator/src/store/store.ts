// Everything the emulator remembers, behind one object.

import { type Db, dataUnusable, openDatabase } from './database.ts'
import { type Messages, messages } from './messages.ts'
import { type Records, records } from './records.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { type SiteSessions, siteSessions } from './site-sessions.ts'
import { type Users, users } from './users.ts'

export interface Store {
  readonly db: Db
  readonly secrets: Secrets
  readonly users: Users
  readonly siteSessions: SiteSessions
  readonly records: Records
  readonly messages: Messages
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
    return {
      db,
      secrets: await loadSecrets(db),
      users: users(db),
      siteSessions: siteSessions(db),
      records: records(db),
      messages: messages(db),
      close() {
        db.close()
      },
    }
  } catch (error) {
    db.close()
    throw dataUnusable(dataDir, error)
  }
}
