// Sessions in Redis or Valkey: for any number of processes, on any number of machines.

import { type Cluster, Redis } from 'ioredis'
import { clientFor } from './redis-client.ts'
import { withReplicas } from './redis-replicas.ts'
import { redisSessions } from './redis-sessions.ts'
import type { SessionStore } from './session-store.ts'

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** What all keys begin with. @default 'portico:' */
  prefix?: string
  /**
   * How many replicas have to have a login or a logout before it is answered as done. While there are fewer, both are refused, and whoever is
   * logged in stays so. Of a single server alone, not of a `Cluster`.
   *
   * @default `replicas` in the query of the address, else 0: what a failover loses, see the README
   */
  replicas?: number
}

/**
 * Keeps sessions in Redis 7 or Valkey. Its data has to outlive a restart (`appendonly yes`), and nothing may be evicted
 * (`maxmemory-policy noeviction`): sessions would get lost.
 *
 * @param server its address, such as `rediss://user:password@redis.site.com:6379`. Or a client of `ioredis` that you have made, such as a
 * `Cluster`: let a client of a single server reconnect on the reply READONLY (its option `reconnectOnError`)
 * @throws {TypeError} when `replicas` is no number of replicas, or is given for a `Cluster`
 * @example const store = redisStore('redis://127.0.0.1:6379?replicas=1')
 */
export function redisStore(
  server: string | Redis | Cluster,
  { prefix = 'portico:', replicas = replicasIn(server) }: RedisStoreOptions = {},
): SessionStore {
  if (!Number.isInteger(replicas) || replicas < 0) throw new TypeError('replicas: give how many, such as 1')
  if (replicas > 0 && !(typeof server === 'string' || server instanceof Redis))
    throw new TypeError('replicas: a cluster cannot wait for them')
  const redis = typeof server === 'string' ? clientFor(server) : server
  return replicas > 0
    ? withReplicas(redis as Redis, replicas, (client) => redisSessions(client, prefix))
    : redisSessions(redis, prefix)
}

const replicasIn = (server: string | Redis | Cluster): number =>
  Number((typeof server === 'string' && /[?&]replicas=([^&]*)/.exec(server)?.[1]) || 0)
