// The store as the service calls it: each call has a timeout, and each failure is an event and a `StoreFailure`.

import type { ServiceEvent } from '../events.ts'
import { reasonOf } from '../events.ts'
import type { SessionStore } from './session-store.ts'
import { wrapStore } from './wrap-store.ts'

const TIMEOUT_MS = 1500

/** `Retry-After` of a response while the store fails, in seconds. */
export const RETRY_SECONDS = '2'

/** The store did not respond in time, or failed. Nothing is known. */
export class StoreFailure extends Error {
  override readonly name: string = 'StoreFailure'
}

/** Wraps a store. */
export function withTimeout(store: SessionStore, onEvent: (event: ServiceEvent) => void): SessionStore {
  return wrapStore(store, async (operation, run) => {
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
