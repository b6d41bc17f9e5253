// The store in Redis. Each command has one key, so a cluster serves it as a single server does. Where a method needs two commands, their
// order is safe.

import type { Cluster, Redis } from 'ioredis'
import { connectionErrorOf, withConnectionError } from './redis-client.ts'
import { FIRST_DERIVED, scanKeys } from './redis-scan.ts'
import type { FoundSession, Owner, SessionStore, StoredSession } from './session-store.ts'

/** Later than any logout: a session of the provider that has ended never begins again. */
const FOREVER = Number.MAX_SAFE_INTEGER

/** Drops a key if it has this value, at one moment. */
const DROP_IF_SAME = "if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end"

/** The name of an owner in keys. */
const nameOf = (owner: Owner): string =>
  'reader' in owner ? `reader:${owner.reader}` : `provider:${owner.providerSession}`

/** The one member of the set in which a moment stands, so that an earlier moment does not replace it. */
const MOMENT = 'at'

/** The store behind a client. */
export function redisSessions(redis: Redis | Cluster, prefix: string): SessionStore {
  const connectionError = connectionErrorOf(redis)
  const sessionKey = (key: string): string => `${prefix}session:${key}`
  /** A reader's number, of a version that counted them. */
  const countedKey = (reader: string): string => `${prefix}user:${reader}`
  const numberKey = (userId: number): string => `${prefix}number:${userId}`
  const ownersOf = ({ reader, providerSession }: StoredSession): string[] => [
    nameOf({ reader }),
    ...(providerSession === undefined ? [] : [nameOf({ providerSession })]),
  ]
  /** The keys of the sessions of a reader, or of a provider session, by the age of their ID token. */
  const indexKey = (owner: string): string => `${prefix}sessions:${owner}`
  /** Until when an owner's sessions have ended: by the provider's clock; of all that there were, by the service's. */
  const endedKey = (owner: string): string => `${prefix}ended:${owner}`
  const allEndedKey = (owner: string): string => endedKey(`all:${owner}`)

  async function addToIndex(owner: string, key: string, { issuedAt, endsAt }: StoredSession): Promise<void> {
    const index = indexKey(owner)
    const steps = redis.multi().zrange(index, '0', '-1').zadd(index, issuedAt, key)
    // It lives as long as the longest of its sessions.
    const [before] = await done(steps.pexpireat(index, endsAt, 'NX').pexpireat(index, endsAt, 'GT').exec())
    await dropEnded(index, before as string[])
  }

  /** Sessions that nobody has used end by themselves, and leave their keys in the index. */
  async function dropEnded(index: string, keys: readonly string[]): Promise<void> {
    const there = await Promise.all(keys.map((key) => redis.exists(sessionKey(key))))
    const ended = keys.filter((_, at) => there[at] === 0)
    if (ended.length > 0) await redis.zrem(index, ...ended)
  }

  async function hasEnded(owner: string, { issuedAt, begunAt }: StoredSession): Promise<boolean> {
    const [endedAt, allEndedAt] = await Promise.all(
      [endedKey(owner), allEndedKey(owner)].map((ended) => redis.zscore(ended, MOMENT)),
    )
    return Number(endedAt ?? Number.NaN) >= issuedAt || Number(allEndedAt ?? Number.NaN) >= begunAt
  }

  /** First of all: a session that is created meanwhile is found afterwards, or finds this. */
  async function remember(ended: string, endedAt: number, rememberMs: number): Promise<void> {
    const steps = redis.multi().zadd(ended, 'GT', endedAt, MOMENT)
    // What was to be remembered for longer still is.
    await done(steps.pexpire(ended, rememberMs, 'NX').pexpire(ended, rememberMs, 'GT').exec())
  }

  /** Ends an owner's sessions whose ID tokens are as old as that. */
  async function deleteUntil(owner: string, issuedAt: number): Promise<number> {
    const keys = await redis.zrange(indexKey(owner), '-inf', `${issuedAt}`, 'BYSCORE')
    const removed = await Promise.all(keys.map(remove))
    // Those that had ended before. One by one: the index may have got a newer session meanwhile.
    if (keys.length > 0) await redis.zrem(indexKey(owner), ...keys)
    return removed.filter(Boolean).length
  }

  /** Takes a session away, and its key from both indexes. @returns whether there was one */
  async function remove(key: string): Promise<boolean> {
    const text = await redis.getdel(sessionKey(key))
    if (text === null) return false
    const owners = ownersOf(JSON.parse(text) as StoredSession)
    await Promise.all(owners.map((owner) => redis.zrem(indexKey(owner), key)))
    return true
  }

  async function read(key: string): Promise<FoundSession | undefined> {
    const own = sessionKey(key)
    const [text, leftMs] = await done(redis.multi().get(own).pttl(own).exec())
    if (typeof text !== 'string') return undefined
    return { key, session: JSON.parse(text) as StoredSession, leftMs: Number(leftMs) }
  }

  async function readBy(owner: string): Promise<FoundSession[]> {
    const keys = await redis.zrange(indexKey(owner), '0', '-1')
    const found = await Promise.all(keys.map(read))
    return found.filter((one) => one !== undefined)
  }

  return withConnectionError(connectionError, {
    async create(key, session, ttlMs) {
      const owners = ownersOf(session)
      await redis.set(sessionKey(key), JSON.stringify(session), 'PX', ttlMs)
      await Promise.all(owners.map((owner) => addToIndex(owner, key, session)))
      const ends = await Promise.all(owners.map((owner) => hasEnded(owner, session)))
      if (!ends.includes(true)) return true
      await remove(key)
      return false
    },
    read,
    readBySubject: (reader) => readBy(nameOf({ reader })),
    readByProviderSession: (providerSession) => readBy(nameOf({ providerSession })),
    async touch(key, ttlMs) {
      // It does nothing to a session that has ended. To write the session again would bring it back.
      await redis.pexpire(sessionKey(key), ttlMs)
    },
    async delete(key) {
      await remove(key)
    },
    async deleteByProviderSession(providerSession, rememberMs) {
      const owner = nameOf({ providerSession })
      await remember(endedKey(owner), FOREVER, rememberMs)
      return deleteUntil(owner, FOREVER)
    },
    async deleteBySubject(reader, endedAt, rememberMs) {
      const owner = nameOf({ reader })
      await remember(endedKey(owner), endedAt, rememberMs)
      return deleteUntil(owner, endedAt)
    },
    async deleteAll(target, endedAt, rememberMs) {
      const owner = nameOf(target)
      await remember(allEndedKey(owner), endedAt, rememberMs)
      return deleteUntil(owner, FOREVER)
    },
    async once(key, ttlMs) {
      return (await redis.set(`${prefix}used:${key}`, 1, 'PX', ttlMs, 'NX')) === 'OK'
    },
    async reserveUserId(reader, userId) {
      const counted = await redis.get(countedKey(reader))
      if (counted !== null) return Number(counted)
      const owner = (await redis.set(numberKey(userId), reader, 'NX', 'GET')) ?? reader
      if (owner !== reader) return undefined
      // It does not follow from who the reader is: it comes from a store of such a version.
      if (userId < FIRST_DERIVED) await redis.set(countedKey(reader), userId)
      return userId
    },
    async releaseUserId(reader, userId) {
      await Promise.all([
        redis.del(countedKey(reader)),
        redis.eval(DROP_IF_SAME, 1, numberKey(userId), reader),
      ])
    },
    scan: (cursor) => scanKeys(redis, prefix, cursor, read),
    async close() {
      redis.disconnect()
    },
  })
}

/** What the commands of a transaction gave: it watches no key, so that it is never given up. @throws the first error among them */
async function done(replies: Promise<[Error | null, unknown][] | null>): Promise<unknown[]> {
  return ((await replies) as [Error | null, unknown][]).map(([error, value]) => {
    if (error) throw error
    return value
  })
}
