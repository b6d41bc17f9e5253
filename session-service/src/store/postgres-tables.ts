// The tables in PostgreSQL. A newer version brings them up to date by itself, once, whichever process comes first. An older version that
// still runs beside it goes on, unless the tables say that it cannot.

import { ANSWER_MS, type PostgresClient, type PostgresPool } from './postgres-connection.ts'

/** One change of the tables. */
export interface TableChange {
  readonly sql: string
  /** Whether the version before it can go on with the tables as they are then. */
  readonly isForOlderToo: boolean
}

/** One after the other. A change that was released is never altered. */
export const CHANGES: readonly TableChange[] = [
  {
    isForOlderToo: false,
    sql: `
      CREATE TABLE version (changes integer NOT NULL, needed integer NOT NULL);
      CREATE TABLE sessions (
        key text PRIMARY KEY,
        reader text NOT NULL,
        provider_session text,
        issued_at double precision NOT NULL,
        session json NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX ON sessions (reader);
      CREATE INDEX ON sessions (provider_session) WHERE provider_session IS NOT NULL;
      CREATE INDEX ON sessions (expires_at);
      CREATE TABLE ended (whose text PRIMARY KEY, ended_at double precision NOT NULL, expires_at timestamptz NOT NULL);
      CREATE INDEX ON ended (expires_at);
      CREATE TABLE used (key text PRIMARY KEY, expires_at timestamptz NOT NULL);
      CREATE INDEX ON used (expires_at);
      CREATE TABLE readers (user_id bigint PRIMARY KEY, reader text NOT NULL UNIQUE);`,
  },
]

/** Which changes a database has, and how many a version has to know so that it can use it. */
interface Made {
  readonly changes: number
  readonly needed: number
}

/** An index of many rows takes its time. Whoever comes meanwhile waits for it. */
const CHANGING_MS = 600_000

/** A number of our own among the locks of a database. */
const LOCK = 7_079_468_657

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

async function madeIn(db: Pick<PostgresPool, 'query'>, schema: string): Promise<Made | undefined> {
  const ask = (text: string, ...values: unknown[]) => db.query({ text, values, query_timeout: ANSWER_MS })
  const table = `${quoted(schema)}.version`
  const { rows } = await ask('SELECT to_regclass($1) IS NOT NULL AS is_there', table)
  if (!rows[0]?.is_there) return undefined
  const found = await ask(`SELECT changes, needed FROM ${table}`)
  return found.rows[0] as Made | undefined
}

/**
 * Makes the tables, or brings them up to date, in one transaction. It changes nothing where they are.
 *
 * @throws {Error} `tables-too-new`, when a newer version has changed them so that this one cannot use them
 */
export async function prepareTables(
  pool: PostgresPool,
  schema: string,
  changes: readonly TableChange[] = CHANGES,
): Promise<void> {
  if (isUsable(await madeIn(pool, schema), schema, changes)) return
  const client = await pool.connect()
  let isBroken = true
  try {
    await change(client, schema, changes)
    isBroken = false
  } finally {
    client.release(isBroken)
  }
}

function isUsable(made: Made | undefined, schema: string, changes: readonly TableChange[]): boolean {
  if (!made || made.changes < changes.length) return false
  if (made.needed <= changes.length) return true
  const message = `The tables in the schema ${schema} of PostgreSQL are of a newer version. Run that version, or go back to a backup from before it`
  throw Object.assign(new Error(message), { code: 'tables-too-new' })
}

async function change(
  client: PostgresClient,
  schema: string,
  changes: readonly TableChange[],
): Promise<void> {
  // Without values, since a change has several statements.
  const run = (text: string) => client.query({ text, query_timeout: CHANGING_MS })
  await run(`BEGIN; SET LOCAL statement_timeout = ${CHANGING_MS}`)
  // One process goes on, and the others find its work done.
  await run(`SELECT pg_advisory_xact_lock(${LOCK})`)
  const made = await madeIn(client, schema)
  if (!isUsable(made, schema, changes)) {
    const from = made?.changes ?? 0
    if (from === 0) await makeSchema(client, schema)
    await run(`SET LOCAL search_path TO ${quoted(schema)}`)
    for (const { sql } of changes.slice(from)) await run(sql)
    const needed = changes.map(({ isForOlderToo }) => isForOlderToo).lastIndexOf(false) + 1
    await run(`DELETE FROM version; INSERT INTO version VALUES (${changes.length}, ${needed})`)
  }
  await run('COMMIT')
}

/** Who may use a schema need not be allowed to make one: it may be there. */
async function makeSchema(client: PostgresClient, schema: string): Promise<void> {
  const values = [quoted(schema)]
  const { rows } = await client.query({ text: 'SELECT to_regnamespace($1) IS NOT NULL AS is_there', values })
  if (!rows[0]?.is_there) await client.query({ text: `CREATE SCHEMA ${quoted(schema)}` })
}
