// Connections to PostgreSQL: their timeouts, the servers that they accept, and the codes of their errors.

import { Client, Pool } from 'pg'

const CONNECT_TIMEOUT_MS = 1000
const STATEMENT_TIMEOUT_MS = 1000
/** Longer than the server's own timeout: a statement that times out here has not been executed there. */
export const QUERY_TIMEOUT_MS = 1200
const IDLE_TIMEOUT_MS = 60_000

/** A statement, as `pg` takes it. */
export interface PostgresQuery {
  text: string
  values?: unknown[]
  query_timeout?: number
}

/** What `pg` gives for a statement. */
export interface PostgresResult {
  rows: Record<string, unknown>[]
  rowCount: number | null
}

/** A connection of a pool. */
export interface PostgresClient {
  query(query: PostgresQuery): Promise<PostgresResult>
  release(broken?: boolean): void
}

/** What the store asks of a pool: `Pool` of `pg` has it. */
export interface PostgresPool {
  query(query: PostgresQuery): Promise<PostgresResult>
  connect(): Promise<PostgresClient>
}

/** A pool of the store's own. */
export interface OwnPool extends PostgresPool {
  end(): Promise<void>
}

/**
 * Opens a pool. It connects when it is asked for the first time.
 *
 * @throws {Error} when the address cannot be read, or a file that it names
 */
export function openPool(address: string): OwnPool {
  const options = {
    connectionString: address,
    fallback_application_name: 'portico-session-service',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    keepAlive: true,
    onConnect: requireWritable,
  }
  // The pool reads its options with its first connection.
  new Client(options)
  const pool = new Pool(options)
  // A connection that rests was lost. Without a listener it would end the process.
  pool.on('error', () => {})
  return pool
}

/**
 * Refuses a read-only server, such as one that was the primary until a moment ago: it would still have sessions that have ended. The address
 * leads to the new primary then.
 */
async function requireWritable(client: Pick<PostgresClient, 'query'>): Promise<void> {
  const { rows } = await client.query({
    text: "SELECT set_config('statement_timeout', $1, false), current_setting('transaction_read_only') AS read_only",
    values: [`${STATEMENT_TIMEOUT_MS}`],
    query_timeout: QUERY_TIMEOUT_MS,
  })
  if (rows[0]?.read_only === 'on')
    throw Object.assign(new Error('The server takes no writes'), { code: '25006' })
}

/** Errors of `pg` without a code, and the codes that they get here. */
const UNNAMED: readonly (readonly [message: RegExp, code: string])[] = [
  [/timeout|terminated|not queryable/, 'no-response'],
  [/does not support SSL/, 'no-tls'],
  // The server wants a password, and the address has none.
  [/^SASL/, '28P01'],
]

/** An error as it is, with a `code`, such as that of SQLSTATE. */
export function withCode(cause: unknown): unknown {
  const { code, message } = cause as { code?: unknown; message?: unknown }
  const [, named] = UNNAMED.find(([pattern]) => pattern.test(`${message}`)) ?? []
  return code === undefined && named !== undefined ? Object.assign(cause as Error, { code: named }) : cause
}
