// The file of the embedded store, and its transactions beside other programs. `libsql` does not reset a prepared statement that meets the
// lock of another program, and commits nothing from then on. So `BEGIN IMMEDIATE`, which is never prepared, takes the lock first.

import { chmodSync, closeSync, existsSync, openSync, realpathSync, statSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'libsql'

/** How long a statement waits for another program: less than the service waits for its store. */
const BUSY_MS = 1000
const RETRY_MS = 10
/** How long the start waits. The service answers nobody meanwhile. */
const OPENING_MS = 5000

/**
 * Opens a file, or makes it. Only its owner may read it.
 *
 * @param schema statements that make the tables
 * @throws {Error} when the file cannot be used
 */
export function openFile(file: string, schema: string): Database.Database {
  if (file !== ':memory:') {
    makeFile(file)
    closeToOthers(file)
  }
  const db = new Database(file, { timeout: OPENING_MS })
  // FULL: what was committed is there after a power failure, too.
  db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${schema}`)
  // From now on no statement waits within the database, which would block the event loop: see `retryWhileBusy`.
  db.exec('PRAGMA busy_timeout = 0')
  return db
}

/**
 * Creates the file if it is missing, for its owner alone, also at the end of a link. A file that exists is not opened: to close it would
 * release the locks on it.
 */
function makeFile(file: string): void {
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600))
}

/** Lets the owner alone read the file and what SQLite keeps beside it: a backup that was put in its place may have the rights of any file. */
function closeToOthers(file: string): void {
  const path = realpathSync(file)
  for (const name of [path, `${path}-wal`, `${path}-shm`]) {
    const othersRead = ((statSync(name, { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0
    try {
      if (othersRead) chmodSync(name, 0o600)
    } catch {
      // The file is another user's, who lets this process write to it.
      process.emitWarning(`Others can read ${name}. Let its owner run: chmod 600 ${name}`)
    }
  }
}

/**
 * Runs a function, and retries while another program holds the lock on the file.
 *
 * @throws {Error} with the code `SQLITE_BUSY` when that takes too long
 */
export async function retryWhileBusy<T>(run: () => T): Promise<T> {
  const deadline = Date.now() + BUSY_MS
  for (;;) {
    try {
      return run()
    } catch (cause) {
      const isBusy = /SQLITE_BUSY/.test(`${(cause as { code?: unknown }).code}`)
      if (!isBusy || Date.now() > deadline) throw cause
      await delay(RETRY_MS)
    }
  }
}

/** Runs statements as one transaction. @returns their result, once it is committed. @throws {Error} when nothing was changed */
export const transaction = <T>(db: Database.Database, run: () => T): Promise<T> =>
  retryWhileBusy(() => {
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
