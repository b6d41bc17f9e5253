// The tables in PostgreSQL, and their migrations. The first process of a newer version runs the migrations, once. Processes of an older
// version go on beside it, unless a migration is not backward compatible.

import { type PostgresClient, type PostgresPool, QUERY_TIMEOUT_MS } from './postgres-connection.ts'

/** A migration of the tables. */
export interface Migration {
  readonly sql: string
  /** Whether the version before this migration works with the tables after it. */
  readonly isBackwardCompatible: boolean
}

/** The migrations, in their order. One that was released is never altered. */
export const MIGRATIONS: readonly Migration[] = [
  {
    isBackwardCompatible: false,
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

/** How many migrations the tables have, and how many of them a version of the service has to know to use the tables. */
interface SchemaVersion {
  readonly changes: number
  readonly needed: number
}

/** An index of many rows takes its time. Other processes wait for it. */
const MIGRATION_TIMEOUT_MS = 600_000

/** The key of the service's advisory lock. */
const LOCK = 7_079_468_657

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

async function schemaVersion(
  db: Pick<PostgresPool, 'query'>,
  schema: string,
): Promise<SchemaVersion | undefined> {
  const ask = (text: string, ...values: unknown[]) =>
    db.query({ text, values, query_timeout: QUERY_TIMEOUT_MS })
  const table = `${quoted(schema)}.version`
  const { rows } = await ask('SELECT to_regclass($1) IS NOT NULL AS is_there', table)
  if (!rows[0]?.is_there) return undefined
  const found = await ask(`SELECT changes, needed FROM ${table}`)
  return found.rows[0] as SchemaVersion | undefined
}

/**
 * Creates the tables, or migrates them, in one transaction. It writes nothing when the tables are up to date.
 *
 * @throws {Error} `tables-too-new`, when a newer version has changed them so that this one cannot use them
 */
export async function migrate(
  pool: PostgresPool,
  schema: string,
  migrations: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  if (isUsable(await schemaVersion(pool, schema), schema, migrations)) return
  const client = await pool.connect()
  let isBroken = true
  try {
    await applyMigrations(client, schema, migrations)
    isBroken = false
  } finally {
    client.release(isBroken)
  }
}

function isUsable(
  version: SchemaVersion | undefined,
  schema: string,
  migrations: readonly Migration[],
): boolean {
  if (!version || version.changes < migrations.length) return false
  if (version.needed <= migrations.length) return true
  const message = `The tables in the schema ${schema} of PostgreSQL are of a newer version. Run that version, or go back to a backup from before it`
  throw Object.assign(new Error(message), { code: 'tables-too-new' })
}

async function applyMigrations(
  client: PostgresClient,
  schema: string,
  migrations: readonly Migration[],
): Promise<void> {
  // Without values: a migration has several statements.
  const run = (text: string) => client.query({ text, query_timeout: MIGRATION_TIMEOUT_MS })
  await run(`BEGIN; SET LOCAL statement_timeout = ${MIGRATION_TIMEOUT_MS}`)
  // One process migrates. The others wait here, and find the tables up to date.
  await run(`SELECT pg_advisory_xact_lock(${LOCK})`)
  const version = await schemaVersion(client, schema)
  if (!isUsable(version, schema, migrations)) {
    const from = version?.changes ?? 0
    if (from === 0) await makeSchema(client, schema)
    await run(`SET LOCAL search_path TO ${quoted(schema)}`)
    for (const { sql } of migrations.slice(from)) await run(sql)
    const needed = migrations.map(({ isBackwardCompatible }) => isBackwardCompatible).lastIndexOf(false) + 1
    await run(`DELETE FROM version; INSERT INTO version VALUES (${migrations.length}, ${needed})`)
  }
  await run('COMMIT')
}

/** Creates the schema if it is missing. A user without the right to create schemas can use one that exists. */
async function makeSchema(client: PostgresClient, schema: string): Promise<void> {
  const values = [quoted(schema)]
  const { rows } = await client.query({ text: 'SELECT to_regnamespace($1) IS NOT NULL AS is_there', values })
  if (!rows[0]?.is_there) await client.query({ text: `CREATE SCHEMA ${quoted(schema)}` })
}
