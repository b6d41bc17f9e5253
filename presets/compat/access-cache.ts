/**
 * What `Monetization` keeps in the tab: each answer under a name of its products and its user, which pages of that client know. All of
 * them are in one entry, so that they can go at once.
 */
import { MAX_LIFETIME_MS } from '../../core/answer.ts'
import { ownMembers } from '../../core/own-members.ts'
import type { ClientStorage } from '../../core/storage.ts'
import type { AccessAnswer } from '../../plugins/access/access-answer.ts'
import { readAccess } from '../../plugins/access/access-answer.ts'
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

/** What is kept under one name. Any script of the page may have written it. */
interface Kept {
  readonly value?: unknown
  readonly expiresAt?: unknown
}

export function createAccessCache(storage: Pick<ClientStorage, 'entry'>): AccessCache & { clear(): void } {
  const entry = storage.entry(MONETIZATION)

  /** All that holds, by its name. */
  const read = (): Map<string, Kept> => {
    const all = Object.entries(ownMembers(entry.get())).map(([key, kept]): [string, Kept] => [key, ownMembers(kept)])
    return new Map(all.filter(([, { expiresAt }]) => Number(expiresAt) > Date.now()))
  }
  const write = (all: ReadonlyMap<string, Kept>) => {
    const latest = Math.max(...[...all.values()].map(({ expiresAt }) => Number(expiresAt)))
    if (all.size) entry.set(Object.fromEntries(all), latest)
    else entry.remove()
  }

  return {
    get: (key) => read().get(key)?.value ?? null,
    set(key, value, expiresInMs) {
      const expiresAt = Date.now() + Math.min(expiresInMs, MAX_LIFETIME_MS)
      if (expiresInMs > 0) write(read().set(key, { value, expiresAt }))
    },
    delete(key) {
      const all = read()
      all.delete(key)
      write(all)
    },
    clear: entry.remove,
  }
}

/** The answer under a name. Any script of the page may have written it: what is none is dropped. */
export function keptAnswer(cache: AccessCache, key: string): AccessAnswer | undefined {
  const body = cache.get(key)
  if (!body) return
  try {
    return readAccess({ status: 200, body, expiresAt: 0 }).data
  } catch {
    cache.delete(key)
  }
}
