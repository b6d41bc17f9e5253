// A session service under load: as many processes as are wanted, on one port, and a store with as many sessions as are wanted. Says by
// a message where it listens, and cookies of sessions: node service.mjs <json>
import cluster from 'node:cluster'
import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Redis } from 'ioredis'
import Database from 'libsql'
import { createSessionService } from '../../dist/index.mjs'
import { redisStore } from '../../dist/redis.mjs'
import { sqliteStore } from '../../dist/sqlite.mjs'

const { store: address, processes, sessions, port } = JSON.parse(process.argv[2])
const HANDED_OUT = 500
const DAY_MS = 86_400_000

const store = address.startsWith('redis:') ? redisStore(address) : sqliteStore(address)
const service = createSessionService({
  origin: 'http://id.site.localhost',
  provider: { issuer: 'http://127.0.0.1:1', clientId: 'service' },
  sites: [
    {
      clientId: 'news',
      redirectUris: ['http://www.site.localhost/callback'],
      signatureSecret: 'a-signature-secret-for-measurements-alone',
    },
  ],
  store,
  cookieSecret: 'a-cookie-secret-for-measurements-alone',
  identitySecret: 'an-identity-secret-for-measurements-alone',
})

/** Sessions of readers who are not here, as they rest in a store. */
async function fill(count) {
  const now = Date.now()
  const sessionOf = (index) => ({
    reader: `reader-${index}`,
    providerSession: `provider-session-${index}`,
    subject: `subject-${index}`,
    userId: index + 1000,
    uuid: `00000000-0000-8000-8000-${`${index}`.padStart(12, '0')}`,
    profile: { displayName: 'Kari Hansen', givenName: 'Kari', familyName: 'Hansen', gender: 'female' },
    sealedIdToken: 'x'.repeat(900),
    issuedAt: Math.floor(now / 1000),
    clientId: 'news',
    createdAt: now,
    endsAt: now + 30 * DAY_MS,
  })
  const BATCH = 1000
  const isRedis = address.startsWith('redis:')
  // Without the service's own time limits: it takes what it takes.
  const db = isRedis ? undefined : new Database(address, { timeout: 5000 })
  const filled = isRedis ? redisStore(new Redis(address, { enableAutoPipelining: true })) : sqliteStore(db)
  for (let begun = 0; begun < count; begun += BATCH) {
    db?.exec('BEGIN')
    const keys = Array.from({ length: Math.min(BATCH, count - begun) }, (_, index) => begun + index)
    await Promise.all(keys.map((index) => filled.create(`key-${index}`, sessionOf(index), DAY_MS)))
    db?.exec('COMMIT')
  }
  await filled.close()
  db?.close()
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
  if (sessions) await fill(sessions)
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
