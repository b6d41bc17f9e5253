// A Redis with replicas: what was answered as done is on one of them, so that a failover loses none of it.

import type { Redis } from 'ioredis'
import type { SessionStore } from './session-store.ts'

/** Less than a command may take. */
const WAIT_MS = 800

/**
 * A store whose logins and logouts are done once so many replicas have them. They go by a connection of their own, since a connection that
 * waits for replicas does nothing else: whoever is only asked about does not wait.
 *
 * @param storeOn makes the store of a connection
 */
export function onReplicas(
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

  /** @throws {Error} with the code `replica-behind` when it may be on this server alone */
  async function kept<T>(write: () => Promise<T>): Promise<T> {
    const connection = connections
    const result = await write()
    const reached = await writer.wait(replicas, WAIT_MS)
    // Another connection knows nothing of what this one has written.
    if (reached >= replicas && connections === connection) return result
    throw Object.assign(new Error(`${reached} replicas have it in time`), { code: 'replica-behind' })
  }

  return {
    ...reads,
    create: (...args) => kept(() => writes.create(...args)),
    delete: (...args) => kept(() => writes.delete(...args)),
    deleteByProviderSession: (...args) => kept(() => writes.deleteByProviderSession(...args)),
    deleteBySubject: (...args) => kept(() => writes.deleteBySubject(...args)),
    deleteAll: (...args) => kept(() => writes.deleteAll(...args)),
    async close() {
      await Promise.all([reads.close(), writes.close()])
    },
  }
}
