// A walk through what the store in Redis has. It blocks nobody: a part is what the server comes across in one step.

import { Cluster, type Redis } from 'ioredis'
import type { FoundSession, ReservedUserId, StorePart } from './session-store.ts'

const KEYS_A_STEP = 500

/** Numbers that follow from who the reader is begin here. Earlier versions have counted, and have not come so far. */
export const FIRST_MADE: number = 2 ** 51

/** @param cursor which of the servers, and where on it */
export async function scanned(
  redis: Redis | Cluster,
  prefix: string,
  cursor: string | undefined,
  read: (key: string) => Promise<FoundSession | undefined>,
): Promise<StorePart> {
  const servers = redis instanceof Cluster ? redis.nodes('master') : [redis]
  const [at = 0, from = 0] = cursor?.split(' ').map(Number) ?? []
  const pattern = `${prefix.replaceAll(/[[\]\\*?]/g, '\\$&')}*`
  const [next, names] = await (servers[at] as Redis).scan(from, 'MATCH', pattern, 'COUNT', KEYS_A_STEP)
  const after = (kind: string): string[] =>
    names.flatMap((name) => (name.startsWith(prefix + kind) ? name.slice((prefix + kind).length) : []))

  const sessions = await Promise.all(after('session:').map(read))
  const made = after('number:')
    .filter(isMade)
    .map(async (userId) => numberOf(await redis.get(`${prefix}number:${userId}`), userId))
  const counted = after('user:').map(async (reader) =>
    numberOf(reader, await redis.get(`${prefix}user:${reader}`)),
  )
  const numbers = await Promise.all([...made, ...counted])
  return {
    sessions: sessions.filter((one) => one !== undefined),
    userIds: numbers.filter((one) => one !== undefined),
    next: next === '0' ? ofNext(at + 1, servers.length) : `${at} ${next}`,
  }
}

const ofNext = (at: number, count: number): string | undefined => (at < count ? `${at} 0` : undefined)

/** Those that were counted are with their readers. */
const isMade = (userId: string): boolean => Number(userId) >= FIRST_MADE

/** Either may have gone meanwhile. */
const numberOf = (reader: string | null, userId: string | null): ReservedUserId | undefined =>
  reader === null || userId === null ? undefined : { reader, userId: Number(userId) }
