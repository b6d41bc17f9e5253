/**
 * Access to products as `Monetization` has it: the calls for a user whom the page names, and what the tab keeps of their answers.
 */
import { usable } from '../../core/json.ts'
import { createIdentity } from '../../core/kernel/create-identity.ts'
import type { IdentityCore, Kernel, Plugin } from '../../core/kernel/plugin.ts'
import type { BrowserWindow, Environment } from '../../core/options.ts'
import { MAX_LIFETIME_MS } from '../../core/session/result.ts'
import type { ClientStorage } from '../../core/storage.ts'
import { type AccessCalls, createAccessCalls } from '../../plugins/access/access-calls.ts'
import { type AccessResponse, readAccess } from '../../plugins/access/access-response.ts'
import { asFound, type KeptAccess, keptAccess, type UserId } from '../../plugins/access/kept-access.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import type { MonetizationOptions } from './types.ts'

/** The member `cache`, as pages use it. */
interface AccessCache {
  /** Null when there is nothing. */
  get(key: string): unknown
  set(key: string, value: unknown, expiresInMs: number): void
  delete(key: string): void
}

/** The name of a response. @param path the products, as they stand in the address: there two products are never one with a comma */
export const accessKey = (path: string, user: number | string): string => `prd_${path}_${user}`

/** The entry of the tab's storage with the answers of one client. All of them are in one, so that they can go at once. */
const entryOf = (storage: Pick<ClientStorage, 'entry'>) => storage.entry('monetization', asFound)

/** A cache has all users of its names. */
const ALL = 0

/** Makes the cache of one client: of its latest twenty answers, each under a name of its products and its user, which pages know. */
export function createAccessCache(storage: Pick<ClientStorage, 'entry'>): AccessCache & { clear(): void } {
  const kept = keptAccess(entryOf(storage))
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

const forgetters: Set<() => void> = new Set()

/** Registers what an instance does when a reader goes. It knows no session: `Identity` tells all that the page has. @returns the undo */
export function onReaderGone(forget: () => void): () => void {
  forgetters.add(forget)
  return () => void forgetters.delete(forget)
}

/** The reader goes. An earlier page of the tab may have kept something, too. */
export function forgetAccess({ storage }: Pick<Kernel, 'storage'>): void {
  entryOf(storage).remove()
  for (const forget of forgetters) forget()
}

/**
 * Whether a response is about the user whom a page has named, by the number or by the uuid. The service speaks of whoever is logged in. An
 * answer that does not have that identifier is about whoever was asked for.
 */
export function isAbout({ userId, uuid }: AccessResponse, user: UserId): boolean {
  const named = usable(/^\d+$/.test(`${user}`) ? userId : uuid)
  return named === undefined || `${named}` === `${user}`
}

const nothing = () => {}

/** What the calls keep: the member `cache` has it, which a page may use as well. Whoever drops something drops it there. */
const keptBy = (instance: { readonly cache: AccessCache }): KeptAccess => ({
  get(user, path) {
    const body = instance.cache.get(accessKey(path, user))
    return body ? { status: 200, body, askedAt: 0, expiresAt: 0 } : undefined
  },
  set(user, path, answer) {
    if (isAbout(readAccess(answer).data, user))
      instance.cache.set(accessKey(path, user), answer.body, answer.expiresAt - Date.now())
  },
  remove: nothing,
  keepOnly: nothing,
})

interface OpenedCalls {
  readonly calls: AccessCalls
  /** That of their client. */
  readonly storage: ClientStorage
}

/** Opens the calls of one instance. @throws {SDKError} `option-invalid` */
export function openCalls(
  instance: { readonly cache: AccessCache },
  { clientId, sessionDomain = '', redirectUri }: MonetizationOptions,
  env: Environment,
  window: BrowserWindow,
): IdentityCore & OpenedCalls {
  const plugin: Plugin<OpenedCalls> = {
    name: 'calls-for-access',
    // The account-sdk-browser checks the address nowhere. The kernel would.
    setup: (kernel) => ({ calls: createAccessCalls(kernel, keptBy(instance), redirectUri), storage: kernel.storage }),
  }
  return createIdentity({ clientId, sessionDomain, env, window }, [fetchTransport(), plugin])
}
