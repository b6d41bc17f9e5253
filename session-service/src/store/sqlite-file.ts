// The file of the embedded store, and how it is written to beside other programs. `libsql` does not reset a statement that meets the
// lock of another program, and commits nothing from then on. So only `BEGIN IMMEDIATE` meets a lock: it is never prepared.

import { closeSync, existsSync, openSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'libsql'

/** Milliseconds that a statement waits for another program: less than the service waits for its store. */
const BUSY_MS = 1000
const AGAIN_MS = 10
/** Milliseconds that the start waits. Nobody is answered meanwhile. */
const OPENING_MS = 5000

/**
 * Opens a file, and makes it when there is none: its owner alone may read it.
 *
 * @param schema statements that make the tables
 * @throws {Error} when the file cannot be used
 */
export function openFile(file: string, schema: string): Database.Database {
  if (file !== ':memory:') makeFile(file)
  const db = new Database(file, { timeout: OPENING_MS })
  // FULL: what was committed is there after a power failure, too.
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${schema}`)
  // From now on nobody waits within the database, which would keep everybody waiting: see `patiently`.
  db.exec('PRAGMA busy_timeout = 0')
  return db
}

/**
 * Makes the file, for its owner alone, where there is none, also at the end of a link. One that is there is not opened: to close it
 * would end the locks on it.
 */
function makeFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

/**
 * Runs something, and runs it again while another program has the file to itself.
 *
 * @throws {Error} with the code `SQLITE_BUSY` when that takes too long
 */
export async function patiently<T>(run: () => T): Promise<T> {
  const giveUpAt = Date.now() + BUSY_MS
  for (;;) {
    try {
      return run()
    } catch (cause) {
      const isBusy = /SQLITE_BUSY/.test(`${(cause as { code?: unknown }).code}`)
      if (!isBusy || Date.now() > giveUpAt) throw cause
      await delay(AGAIN_MS)
    }
  }
}

/** Runs statements as one transaction. What they gave is given once it is committed. @throws {Error} when nothing was changed */
export const write = <T>(db: Database.Database, run: () => T): Promise<T> =>
  patiently(() => {
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = run()
      db.exec('COMMIT')
      return result
    } catch (cause) {
      // A full disk has ended the transaction already.
      if (db.inTransaction) db.exec('ROLLBACK')
      throw cause
    }
  })
