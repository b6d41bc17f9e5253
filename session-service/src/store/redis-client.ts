// The connection to Redis: it reconnects when the server takes no more writes, and warns of settings that lose data.

import { type Cluster, Redis } from 'ioredis'
import type { SessionStore } from './session-store.ts'
import { wrapStore } from './wrap-store.ts'

const MIN_INTERVAL_MS = 1000

/**
 * Whether a reply calls for a new connection: the server was the master until a moment ago, or is a part of a broken cluster. The address
 * leads to the new master then. At most once a second: the same server may reply again.
 */
function shouldReconnect(): (reply: Error) => boolean {
  let last = 0
  return ({ message }) => {
    if (!/^(READONLY|CLUSTERDOWN|MASTERDOWN|LOADING)\b/.test(message)) return false
    if (Date.now() - last < MIN_INTERVAL_MS) return false
    last = Date.now()
    return true
  }
}

/** A client for an address. While the server is away, commands fail at once: the response is 503, and the page asks again. */
export function clientFor(address: string): Redis {
  const redis = new Redis(address, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
    connectTimeout: 2000,
    commandTimeout: 1000,
    retryStrategy: () => 200,
    reconnectOnError: shouldReconnect(),
  })
  redis.once('ready', () => {
    for (const [section, warningOf] of WARNINGS)
      redis.info(section).then(
        (info) => warningOf((name) => new RegExp(`^${name}:(\\S+)`, 'm').exec(info)?.[1]),
        () => {},
      )
  })
  return redis
}

/**
 * Why a client has no connection: a wrong password, or no server at the address. The error of a command says only that the command was not
 * sent.
 *
 * @returns the last error since the connection was lost
 */
export function connectionErrorOf(redis: Redis | Cluster): () => Error | undefined {
  let lastError: Error | undefined
  redis.on('ready', () => {
    lastError = undefined
  })
  // Without a listener, a lost connection would end the process.
  redis.on('error', (error: Error) => {
    lastError = error
  })
  return () => lastError
}

/** A store whose calls reject with the error of the connection, if there is one. */
export const withConnectionError = (
  connectionError: () => Error | undefined,
  store: SessionStore,
): SessionStore =>
  wrapStore(store, (_operation, run) =>
    run().catch((cause: unknown) => {
      throw connectionError() ?? cause
    }),
  )

type Setting = (name: string) => string | undefined

const WARNINGS: readonly (readonly [section: string, warnOf: (setting: Setting) => void])[] = [
  ['memory', warnOfEviction],
  ['persistence', warnOfNoPersistence],
]

function warnOfEviction(setting: Setting): void {
  const policy = setting('maxmemory_policy')
  if (setting('maxmemory') === '0' || policy === undefined || policy === 'noeviction') return
  process.emitWarning(
    `Redis evicts keys when its memory is full (maxmemory-policy ${policy}). It would lose sessions. Set maxmemory-policy noeviction`,
  )
}

function warnOfNoPersistence(setting: Setting): void {
  if (setting('aof_enabled') !== '0') return
  process.emitWarning(
    'Redis does not write down what it is told (appendonly no). A restart loses logins, and brings ended sessions back. Set appendonly yes',
  )
}
