/** An outage of the embedded store: its tables are gone for a while, for all processes. */
import Database from 'libsql'

const TABLES = ['sessions', 'used', 'ended', 'readers']

export function brokenSqlite(file: string): { stop(): Promise<void>; start(): Promise<void> } {
  const rename = (nameOf: (table: string) => [string, string]): void => {
    const db = new Database(file, { timeout: 2000 })
    for (const table of TABLES) {
      const [from, to] = nameOf(table)
      db.exec(`ALTER TABLE ${from} RENAME TO ${to}`)
    }
    db.close()
  }
  return {
    stop: async () => rename((table) => [table, `gone_${table}`]),
    start: async () => rename((table) => [`gone_${table}`, table]),
  }
}
