/**
 * What `Monetization` keeps in the tab: each answer under a name of its products and its user, which pages of that client know. All of
 * them are in one entry, so that they can go at once.
 */
import { MAX_LIFETIME_MS } from '../../core/session/reading.ts'
import type { ClientStorage } from '../../core/storage.ts'
import { asFound, keptAccess } from '../../plugins/access/kept-access.ts'
import { MONETIZATION } from './forget-access.ts'

/** The member `cache`, as pages use it. */
export interface AccessCache {
  /** Null when there is nothing. */
  get(key: string): unknown
  set(key: string, value: unknown, expiresInMs: number): void
  delete(key: string): void
}

/** The name of an answer. @param path the products, as they stand in the address: there two products are never one with a comma */
export const accessKey = (path: string, user: number | string): string => `prd_${path}_${user}`

/** A cache has all users of its names. */
const ALL = 0

/** Makes the cache of one client: of its latest twenty answers. */
export function createAccessCache(storage: Pick<ClientStorage, 'entry'>): AccessCache & { clear(): void } {
  const kept = keptAccess(storage.entry(MONETIZATION, asFound))
  return {
    get: (key) => kept.get(ALL, key)?.body ?? null,
    set(key, body, expiresInMs) {
      const askedAt = Date.now()
      const expiresAt = askedAt + Math.min(expiresInMs, MAX_LIFETIME_MS)
      if (expiresInMs > 0) kept.set(ALL, key, { status: 200, body, askedAt, expiresAt })
    },
    delete: kept.remove,
    clear: () => kept.remove(),
  }
}
