// Sessions in Redis or Valkey: for any number of processes, on any number of machines. Each command has one key, so a cluster
// serves it as a single server does; where a method needs two, their order is safe.

import { type Cluster, Redis } from 'ioredis'
import type { SessionStore, StoredSession } from './session-store.ts'

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** What all keys begin with. @default 'portico:' */
  prefix?: string
}

/** A store that is away fails at once: the page is told so, and asks again. */
const CONNECTION = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  enableAutoPipelining: true,
  connectTimeout: 2000,
  commandTimeout: 1000,
  retryStrategy: () => 200,
} as const

/** Later than any logout: a session of the provider that has ended begins no more. */
const FOR_GOOD = Number.MAX_SAFE_INTEGER

/** The one member of the set in which a moment stands, so that an earlier moment does not replace it. */
const MOMENT = 'at'

/**
 * Keeps sessions in Redis 7 or Valkey. Its data has to outlive a restart (`appendonly yes`), and nothing may be evicted
 * (`maxmemory-policy noeviction`): a lost number of a reader would be given to somebody else.
 *
 * @param server its address, such as `rediss://user:password@redis.site.com:6379`, or a client of `ioredis` that you have made, such as a `Cluster`
 * @example const store = redisStore('redis://127.0.0.1:6379')
 */
export function redisStore(
  server: string | Redis | Cluster,
  { prefix = 'portico:' }: RedisStoreOptions = {},
): SessionStore {
  const redis = typeof server === 'string' ? ownClient(server) : server
  // Each call that fails says so itself. Without a listener, a lost connection would end the process.
  redis.on('error', () => {})
  const sessionKey = (key: string): string => `${prefix}session:${key}`
  const userKey = (reader: string): string => `${prefix}user:${reader}`
  const whose = (session: StoredSession): string[] => [
    `reader:${session.reader}`,
    ...(session.providerSession === undefined ? [] : [`provider:${session.providerSession}`]),
  ]
  /** The keys of the sessions of a reader, or of a provider session, by the age of their ID token. */
  const indexKey = (owner: string): string => `${prefix}sessions:${owner}`
  const endedKey = (owner: string): string => `${prefix}ended:${owner}`

  async function addToIndex(owner: string, key: string, { issuedAt, endsAt }: StoredSession): Promise<void> {
    const index = indexKey(owner)
    const steps = redis.multi().zadd(index, issuedAt, key)
    // It lives as long as the longest of its sessions.
    await done(steps.pexpireat(index, endsAt, 'NX').pexpireat(index, endsAt, 'GT').exec())
  }

  async function hasEnded(owner: string, { issuedAt }: StoredSession): Promise<boolean> {
    const endedAt = await redis.zscore(endedKey(owner), MOMENT)
    return endedAt !== null && Number(endedAt) >= issuedAt
  }

  async function deleteBy(owner: string, endedAt: number, rememberMs: number): Promise<number> {
    // First of all: a session that is created meanwhile is found below, or finds this.
    const ended = endedKey(owner)
    await done(redis.multi().zadd(ended, 'GT', endedAt, MOMENT).pexpire(ended, rememberMs).exec())
    const keys = await redis.zrange(indexKey(owner), '-inf', `${endedAt}`, 'BYSCORE')
    const deleted = await Promise.all(keys.map((key) => redis.del(sessionKey(key))))
    // One by one: the index may have got a newer session meanwhile.
    if (keys.length > 0) await redis.zrem(indexKey(owner), ...keys)
    return deleted.reduce((sum, count) => sum + count, 0)
  }

  return {
    async create(key, session, forMs) {
      const owners = whose(session)
      await redis.set(sessionKey(key), JSON.stringify(session), 'PX', forMs)
      await Promise.all(owners.map((owner) => addToIndex(owner, key, session)))
      const ends = await Promise.all(owners.map((owner) => hasEnded(owner, session)))
      if (!ends.includes(true)) return true
      await redis.del(sessionKey(key))
      return false
    },
    async read(key) {
      const own = sessionKey(key)
      const [text, leftMs] = await done(redis.multi().get(own).pttl(own).exec())
      if (typeof text !== 'string') return undefined
      return { session: JSON.parse(text) as StoredSession, leftMs: Number(leftMs) }
    },
    async touch(key, forMs) {
      // It does nothing to a session that has ended. To write the session again would bring it back.
      await redis.pexpire(sessionKey(key), forMs)
    },
    async delete(key) {
      const text = await redis.getdel(sessionKey(key))
      if (text === null) return
      const owners = whose(JSON.parse(text) as StoredSession)
      await Promise.all(owners.map((owner) => redis.zrem(indexKey(owner), key)))
    },
    deleteByProviderSession: (providerSession, rememberMs) =>
      deleteBy(`provider:${providerSession}`, FOR_GOOD, rememberMs),
    deleteBySubject: (reader, endedAt, rememberMs) => deleteBy(`reader:${reader}`, endedAt, rememberMs),
    async once(key, forMs) {
      return (await redis.set(`${prefix}used:${key}`, 1, 'PX', forMs, 'NX')) === 'OK'
    },
    async userIdOf(reader) {
      const known = await redis.get(userKey(reader))
      if (known !== null) return Number(known)
      // Where two processes ask at the same time, one of the two numbers is used for nobody.
      await redis.set(userKey(reader), await redis.incr(`${prefix}users`), 'NX')
      return Number(await redis.get(userKey(reader)))
    },
    async close() {
      redis.disconnect()
    },
  }
}

function ownClient(address: string): Redis {
  const redis = new Redis(address, CONNECTION)
  redis.once('ready', () => {
    redis.info('memory').then(warnOfEviction, () => {})
  })
  return redis
}

/** Tells whoever runs the service of a setting by which numbers of readers get lost. */
function warnOfEviction(info: string): void {
  const setting = (name: string): string | undefined => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1]
  const policy = setting('maxmemory_policy')
  if (setting('maxmemory') === '0' || policy === undefined || policy === 'noeviction') return
  process.emitWarning(
    `Redis evicts keys when its memory is full (maxmemory-policy ${policy}). It would lose sessions, and give a reader's number to somebody else. Set maxmemory-policy noeviction`,
  )
}

/** What the commands of a transaction gave. @throws the first error among them */
async function done(answers: Promise<[Error | null, unknown][] | null>): Promise<unknown[]> {
  return ((await answers) ?? []).map(([error, value]) => {
    if (error) throw error
    return value
  })
}
