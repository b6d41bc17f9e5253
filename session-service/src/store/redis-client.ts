// The connection to Redis: it is made anew where the server says that it takes no more writes, and it tells of settings by which data
// gets lost.

import { type Cluster, Redis } from 'ioredis'
import { around } from './around.ts'
import type { SessionStore } from './session-store.ts'

const LEAST_MS_BETWEEN = 1000

/**
 * Whether a reply says that another server has to be asked: one that was a master until a moment ago, or a part of a cluster that has lost
 * the others. The address leads to the new master by then. Not more often than once a second: the same server may answer again.
 */
function reconnecting(): (reply: Error) => boolean {
  let last = 0
  return ({ message }) => {
    if (!/^(READONLY|CLUSTERDOWN|MASTERDOWN|LOADING)\b/.test(message)) return false
    if (Date.now() - last < LEAST_MS_BETWEEN) return false
    last = Date.now()
    return true
  }
}

/** A client for an address. A server that is away fails at once: the page is told so, and asks again. */
export function clientFor(address: string): Redis {
  const redis = new Redis(address, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    enableAutoPipelining: true,
    connectTimeout: 2000,
    commandTimeout: 1000,
    retryStrategy: () => 200,
    reconnectOnError: reconnecting(),
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
 * What keeps a client from its server: a wrong password, an address without a server. A command tells no more then than that it was not
 * sent.
 *
 * @returns the last such error since there was a connection
 */
export function refusalOf(redis: Redis | Cluster): () => Error | undefined {
  let refusal: Error | undefined
  redis.on('ready', () => {
    refusal = undefined
  })
  // Without a listener, a lost connection would end the process.
  redis.on('error', (error: Error) => {
    refusal = error
  })
  return () => refusal
}

/** A store whose calls fail by what keeps it from its server, where there is such a thing. */
export const explained = (whyUnreachable: () => Error | undefined, store: SessionStore): SessionStore =>
  around(store, (_operation, run) =>
    run().catch((cause: unknown) => {
      throw whyUnreachable() ?? cause
    }),
  )

type Setting = (name: string) => string | undefined

const WARNINGS: readonly (readonly [section: string, warnOf: (setting: Setting) => void])[] = [
  ['memory', warnOfEviction],
  ['persistence', warnOfForgetting],
]

function warnOfEviction(setting: Setting): void {
  const policy = setting('maxmemory_policy')
  if (setting('maxmemory') === '0' || policy === undefined || policy === 'noeviction') return
  process.emitWarning(
    `Redis evicts keys when its memory is full (maxmemory-policy ${policy}). It would lose sessions. Set maxmemory-policy noeviction`,
  )
}

function warnOfForgetting(setting: Setting): void {
  if (setting('aof_enabled') !== '0') return
  process.emitWarning(
    'Redis does not write down what it is told (appendonly no). A restart loses logins, and brings ended sessions back. Set appendonly yes',
  )
}
