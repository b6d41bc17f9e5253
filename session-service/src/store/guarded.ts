// The store as the service asks it: never for longer than a second and a half, and what it fails at is known as the store's failure.

import type { ServiceEvent } from '../events.ts'
import { reasonOf } from '../events.ts'
import { around } from './around.ts'
import type { SessionStore } from './session-store.ts'

const TIMEOUT_MS = 1500

/** Seconds after which whoever was told that the store is away may ask again. */
export const RETRY_SECONDS = '2'

/** The store did not answer, or could not. Nothing is known. */
export class StoreFailure extends Error {
  override readonly name: string = 'StoreFailure'
}

/** Puts the guard before a store. */
export function guarded(store: SessionStore, onEvent: (event: ServiceEvent) => void): SessionStore {
  return around(store, async (operation, run) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(Object.assign(new Error(), { code: 'timeout' })), TIMEOUT_MS)
    })
    try {
      return await Promise.race([run(), timeout])
    } catch (cause) {
      onEvent({ type: 'store-failed', operation, reason: reasonOf(cause) })
      throw new StoreFailure(operation, { cause })
    } finally {
      clearTimeout(timer)
    }
  })
}
