/**
 * What `Monetization` keeps in the tab: each answer under a name of its products and its user, which pages of that client know.
 */
import type { ClientStorage, StoredEntry } from '../../core/storage.ts'
import type { AccessAnswer } from '../../plugins/access/access-answer.ts'
import { readAccess } from '../../plugins/access/access-answer.ts'

/** The member `cache`, as pages use it. */
export interface AccessCache {
  /** Null when there is nothing. */
  get(key: string): unknown
  set(key: string, value: unknown, expiresInMs: number): void
  delete(key: string): void
}

export const accessKey = (ids: readonly string[], user: number | string): string => `prd_${ids}_${user}`

export function createAccessCache(storage: Pick<ClientStorage, 'entry'>): AccessCache {
  // Kept, since an entry that the storage refuses lives in the one that was opened.
  const opened = new Map<string, StoredEntry<unknown>>()
  const entryOf = (key: string): StoredEntry<unknown> => {
    const entry = opened.get(key) ?? storage.entry(`access.${key}`, (found) => found)
    opened.set(key, entry)
    return entry
  }
  return {
    get: (key) => entryOf(key).get() ?? null,
    set(key, value, expiresInMs) {
      if (expiresInMs > 0) entryOf(key).set(value, Date.now() + expiresInMs)
    },
    delete: (key) => entryOf(key).remove(),
  }
}

/** The answer under a name. Any script of the page may have written it: what is none is dropped. */
export function keptAnswer(cache: AccessCache, key: string): AccessAnswer | undefined {
  const body = cache.get(key)
  if (!body) return
  try {
    return readAccess({ status: 200, body, askedAt: 0, expiresAt: 0 }).data
  } catch {
    cache.delete(key)
  }
}
