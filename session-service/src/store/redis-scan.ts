// A scan of the store in Redis. It blocks no other client: a page is what one `SCAN` of the server returns.

import { Cluster, type Redis } from 'ioredis'
import type { FoundSession, ReservedUserId, ScanPage } from './session-store.ts'

const KEYS_PER_SCAN = 500

/** User ids that are derived from the reader begin here. Earlier versions have counted, and have not come so far. */
export const FIRST_DERIVED: number = 2 ** 51

/** @param cursor the index of the server in a cluster, and the cursor of its `SCAN` */
export async function scanKeys(
  redis: Redis | Cluster,
  prefix: string,
  cursor: string | undefined,
  read: (key: string) => Promise<FoundSession | undefined>,
): Promise<ScanPage> {
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis]
  const [at = 0, from = 0] = cursor?.split(' ').map(Number) ?? []
  const pattern = `${prefix.replaceAll(/[[\]\\*?]/g, '\\$&')}*`
  const [next, names] = await (servers[at] as Redis).scan(from, 'MATCH', pattern, 'COUNT', KEYS_PER_SCAN)
  const after = (kind: string): string[] =>
    names.flatMap((name) => (name.startsWith(prefix + kind) ? name.slice((prefix + kind).length) : []))

  const sessions = await Promise.all(after('session:').map(read))
  const derived = after('number:')
    .filter(isDerived)
    .map(async (userId) => numberOf(await redis.get(`${prefix}number:${userId}`), userId))
  const legacy = after('user:').map(async (reader) =>
    numberOf(reader, await redis.get(`${prefix}user:${reader}`)),
  )
  const numbers = await Promise.all([...derived, ...legacy])
  return {
    sessions: sessions.filter((one) => one !== undefined),
    userIds: numbers.filter((one) => one !== undefined),
    next: next === '0' ? ofNext(at + 1, servers.length) : `${at} ${next}`,
  }
}

const ofNext = (at: number, count: number): string | undefined => (at < count ? `${at} 0` : undefined)

/** User ids that were counted are found by their readers. */
const isDerived = (userId: string): boolean => Number(userId) >= FIRST_DERIVED

/** Undefined when either was deleted meanwhile. */
const numberOf = (reader: string | null, userId: string | null): ReservedUserId | undefined =>
  reader === null || userId === null ? undefined : { reader, userId: Number(userId) }
