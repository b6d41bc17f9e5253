// A Redis with replicas: a login or a logout counts as done when replicas have it, so that a failover loses none.

import type { Redis } from 'ioredis'
import type { SessionStore } from './session-store.ts'

/** Less than a command may take. */
const WAIT_MS = 800

/**
 * A store whose logins and logouts are done once so many replicas have them. Writes have a connection of their own: a connection that waits
 * for replicas does nothing else, and reads need not wait.
 *
 * @param storeOn creates the store of a connection
 */
export function withReplicas(
  redis: Redis,
  replicas: number,
  storeOn: (redis: Redis) => SessionStore,
): SessionStore {
  const writer = redis.duplicate()
  const [reads, writes] = [storeOn(redis), storeOn(writer)]
  let connections = 0
  writer.on('close', () => {
    connections += 1
  })

  /** @throws {Error} with the code `replica-behind` when this server alone may have the write */
  async function replicated<T>(write: () => Promise<T>): Promise<T> {
    const connection = connections
    const result = await write()
    const reached = await writer.wait(replicas, WAIT_MS)
    // `WAIT` counts only the writes of its own connection: after a reconnect it says nothing about this write.
    if (reached >= replicas && connections === connection) return result
    throw Object.assign(new Error(`${reached} replicas have it in time`), { code: 'replica-behind' })
  }

  return {
    ...reads,
    create: (...args) => replicated(() => writes.create(...args)),
    delete: (...args) => replicated(() => writes.delete(...args)),
    deleteByProviderSession: (...args) => replicated(() => writes.deleteByProviderSession(...args)),
    deleteBySubject: (...args) => replicated(() => writes.deleteBySubject(...args)),
    deleteAll: (...args) => replicated(() => writes.deleteAll(...args)),
    async close() {
      await Promise.all([reads.close(), writes.close()])
    },
  }
}
