// The database of the store: the tables are created before the first statement, and every error has a code.

import {
  openPool,
  type PostgresPool,
  type PostgresResult,
  QUERY_TIMEOUT_MS,
  withCode,
} from './postgres-connection.ts'
import { migrate, quoted } from './postgres-migrations.ts'

/** SQLSTATE of a table or schema that somebody has dropped: it is created again. */
const MISSING = ['42P01', '3F000']

/** A database with the tables of the store. */
export interface Database {
  /** The schema of the tables, as it stands before their names. */
  readonly tables: string
  /** Runs a statement. @throws {Error} with a `code`, such as that of SQLSTATE */
  run(text: string, ...values: unknown[]): Promise<PostgresResult>
  /** Closes the connections, unless they are somebody else's. */
  close(): Promise<void>
}

export function databaseOf(server: string | PostgresPool, schema: string): Database {
  const own = typeof server === 'string' ? openPool(server) : undefined
  const pool = typeof server === 'string' ? (own as PostgresPool) : server
  let prepared: Promise<void> | undefined
  let closed: Promise<void> | undefined

  async function prepare(): Promise<void> {
    prepared ??= migrate(pool, schema)
    try {
      await prepared
    } catch (cause) {
      prepared = undefined
      throw cause
    }
  }

  return {
    tables: quoted(schema),
    async run(text, ...values) {
      try {
        await prepare()
        return await pool.query({ text, values, query_timeout: QUERY_TIMEOUT_MS })
      } catch (cause) {
        if (MISSING.includes((cause as { code?: string }).code ?? '')) prepared = undefined
        throw withCode(cause)
      }
    },
    async close() {
      closed ??= own?.end()
      await closed
    },
  }
}
