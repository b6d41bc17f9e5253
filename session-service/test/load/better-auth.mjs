// better-auth on SQLite under load, with sessions of its own. Says by a message where it listens, and cookies: node better-auth.mjs <json>
import { createServer } from 'node:http'
import { betterAuth } from 'better-auth'
import { getMigrations } from 'better-auth/db/migration'
import { toNodeHandler } from 'better-auth/node'
import { SqliteDialect } from 'kysely'
import Database from 'libsql'

const { store, port } = JSON.parse(process.argv[2])
const HANDED_OUT = 20

const database = new Database(store)
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
const auth = betterAuth({
  baseURL: `http://127.0.0.1:${port}`,
  secret: 'a-secret-of-better-auth-that-is-long-enough',
  database: { dialect: new SqliteDialect({ database }), type: 'sqlite' },
  emailAndPassword: { enabled: true },
  rateLimit: { enabled: false },
  telemetry: { enabled: false },
  logger: { level: 'error' },
})
const { runMigrations } = await getMigrations(auth.options)
await runMigrations()

const cookies = []
for (let index = 0; index < HANDED_OUT; index += 1) {
  const body = { email: `kari-${index}@site.com`, password: 'a-password-for-tests', name: 'Kari Hansen' }
  const { headers } = await auth.api.signUpEmail({ body, returnHeaders: true })
  cookies.push(
    headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; '),
  )
}
createServer(toNodeHandler(auth)).listen(port, '127.0.0.1', () => process.send({ cookies }))
process.on('disconnect', () => process.exit())
