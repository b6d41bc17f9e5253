// A session service under load: as many processes as are wanted, on one port, a store with as many sessions as are wanted, and as many
// domains. Says by a message where it listens, and cookies of sessions: node service.mjs <json>
import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Redis } from 'ioredis'
import Database from 'libsql'
import { Client } from 'pg'
import { createSessionService } from '../../dist/index.mjs'
import { postgresStore } from '../../dist/postgres.mjs'
import { redisStore } from '../../dist/redis.mjs'
import { sqliteStore } from '../../dist/sqlite.mjs'

const { store: address, processes, sessions, port, domains = 1 } = JSON.parse(process.argv[2])
const HANDED_OUT = 500
const DAY_MS = 86_400_000
const SITES_OF_A_DOMAIN = 10

const kind = /^(redis|postgres):/.exec(address)?.[1] ?? 'sqlite'
const store = { redis: redisStore, postgres: postgresStore, sqlite: sqliteStore }[kind](address)
const siteOf = (domain, clientId) => ({
  clientId,
  redirectUris: [`http://www.${domain}/callback`],
  signatureSecret: `a-signature-secret-for-measurements-of-${clientId}`,
})
const NEWS = { origin: 'http://id.site.localhost', sites: [siteOf('site.localhost', 'news')] }

/** Each with ten sites. The one that is asked comes last, and its site, too. */
const manyHosts = Array.from({ length: domains }, (_, index) => {
  const domain = index === domains - 1 ? 'site.localhost' : `site-${index}.localhost`
  const names = Array.from({ length: SITES_OF_A_DOMAIN - 1 }, (_, site) => `${domain}-${site}`)
  const last = index === domains - 1 ? 'news' : `${domain}-last`
  return { origin: `http://id.${domain}`, sites: [...names, last].map((name) => siteOf(domain, name)) }
})

const service = createSessionService({
  ...(domains > 1 ? { hosts: manyHosts } : NEWS),
  provider: { issuer: 'http://127.0.0.1:1', clientId: 'service' },
  store,
  cookieSecret: 'a-cookie-secret-for-measurements-alone',
  identitySecret: 'an-identity-secret-for-measurements-alone',
})

/** A session of a reader who is not here, as it rests in a store. */
function sessionOf(index) {
  const now = Date.now()
  return {
    reader: `reader-${index}`,
    providerSession: `provider-session-${index}`,
    subject: `subject-${index}`,
    userId: index + 1000,
    uuid: `00000000-0000-8000-8000-${`${index}`.padStart(12, '0')}`,
    profile: { displayName: 'Kari Hansen', givenName: 'Kari', familyName: 'Hansen', gender: 'female' },
    sealedIdToken: 'x'.repeat(900),
    issuedAt: Math.floor(now / 1000),
    clientId: 'news',
    host: '127.0.0.1',
    begunAt: now,
    createdAt: now,
    endsAt: now + 30 * DAY_MS,
  }
}

/** One session becomes many within the database: one by one they would take minutes. */
const copies = (sessions, count) => `
  WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count} - 1)
  INSERT INTO ${sessions} (key, reader, provider_session, issued_at, session, expires_at)
  SELECT 'key-' || n, 'reader-' || n, 'provider-session-' || n, issued_at, session, expires_at FROM ${sessions}, numbers`

const FILL = {
  async sqlite(count) {
    await store.create('key-0', sessionOf(0), DAY_MS)
    const db = new Database(address, { timeout: 5000 })
    db.exec(copies('sessions', count))
    db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    db.close()
  },
  async postgres(count) {
    await store.create('key-0', sessionOf(0), DAY_MS)
    const client = new Client(address)
    await client.connect()
    await client.query(copies('portico.sessions', count))
    // As a server has done by itself that has run for long.
    await client.query('VACUUM ANALYZE portico.sessions')
    await client.query('CHECKPOINT')
    await client.end()
  },
  async redis(count) {
    // Without the service's own time limits: it takes what it takes.
    const filled = redisStore(new Redis(address, { enableAutoPipelining: true }))
    const BATCH = 1000
    for (let begun = 0; begun < count; begun += BATCH) {
      const keys = Array.from({ length: Math.min(BATCH, count - begun) }, (_, index) => begun + index)
      await Promise.all(keys.map((index) => filled.create(`key-${index}`, sessionOf(index), DAY_MS)))
    }
    await filled.close()
  },
}

/** Cookies of readers who are here. */
async function cookies() {
  const lines = []
  for (let index = 0; index < HANDED_OUT; index += 1) {
    const login = {
      subject: `here-${index}`,
      clientId: 'news',
      claims: { name: 'Kari Hansen', given_name: 'Kari' },
    }
    const [line] = await service.begin(new Request('http://id.site.localhost/'), login)
    lines.push(line.split(';')[0])
  }
  return lines
}

async function untilReady() {
  while (!(await service.check()).store) await new Promise((resolve) => setTimeout(resolve, 50))
}

if (cluster.isPrimary) {
  await untilReady()
  if (sessions) await FILL[kind](sessions)
  const handedOut = await cookies()
  const workers = Array.from({ length: processes }, () => cluster.fork())
  let listening = 0
  cluster.on('listening', () => {
    listening += 1
    if (listening === workers.length) process.send({ cookies: handedOut })
  })
  process.on('disconnect', () => {
    for (const worker of workers) worker.process.kill('SIGKILL')
    process.exit()
  })
} else {
  await untilReady()
  createServer(getRequestListener(service.fetch, { overrideGlobalObjects: false })).listen(port, '127.0.0.1')
}
