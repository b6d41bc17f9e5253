/**
 * The calls for access to products, of whichever user: what is kept comes first, calls for the same share one request, and a service in
 * trouble is spared.
 */
import { SDKError } from '../../core/errors.ts'
import type { Kernel } from '../../core/kernel/plugin.ts'
import type { TransportResponse } from '../../core/session/result.ts'
import { clientParameters } from '../../core/urls.ts'
import { createBackoff, sessionBackoffOf } from '../shared/backoff.ts'
import { isTrouble } from '../shared/trouble.ts'
import { accessExpiryOf, type DatedResponse, type KnownAccess, readAccess } from './access-response.ts'
import { asFound, type KeptAccess, keptAccess, type UserId } from './kept-access.ts'

export interface AccessCalls {
  /**
   * What is known of a user's access, or what the service says.
   *
   * @param path the products, as they stand in the address
   * @throws {SDKError} (rejects) what the service's failure is read as, `session-missing` where it knows nobody, `timeout`, `disposed`
   */
  find(user: UserId, path: string): Promise<KnownAccess>
  /** Drops what is known of a list of products; without it, everything. The next call asks, and a backoff is over. */
  forget(path?: string): void
  /** The user is this one now: drops what is known of anybody else. */
  keepOnly(user: UserId | undefined): void
  /** The service says what cannot be: it is not asked for a while. @returns the error */
  distrust(error: SDKError): SDKError
  /** When the service may be asked again, in milliseconds since the epoch; undefined when it may be now. */
  retryAt(): number | undefined
}

/**
 * Makes the calls of one instance.
 *
 * @param kept where answers are kept. @default the tab's storage
 * @param redirectUri is sent as it is. @default that of the options
 */
export function createAccessCalls(
  kernel: Kernel,
  kept: KeptAccess = keptAccess(kernel.storage.entry('access', asFound)),
  redirectUri: string | undefined = kernel.options.redirectUri,
): AccessCalls {
  const { options } = kernel
  // The service may say who the reader is, and fail to say what they may read. So a failure here is no failure of the session.
  const backoff = createBackoff(kernel, 'access.pause')
  // It is one service, though: while it cannot be asked for the session, it is not asked for access either.
  const sessionBackoff = sessionBackoffOf(kernel)
  /** The calls that are on their way, by user and products. */
  const flights = new Map<string, Promise<KnownAccess>>()

  const fail = (error: SDKError): SDKError => {
    if (isTrouble(error)) backoff.begin(error)
    else backoff.end()
    kernel.emit('error', error)
    return error
  }

  const ask = async (path: string): Promise<DatedResponse> => {
    const url = kernel.buildUrl(
      'access',
      options.sessionDomain,
      `hasAccess/${path}?`,
      clientParameters(options, redirectUri),
    )
    const askedAt = Date.now()
    const response: TransportResponse = await kernel.transport(url)
    kernel.throwIfDisposed()
    return { ...response, askedAt, expiresAt: accessExpiryOf(response, askedAt) }
  }

  /** Asks, and keeps the response unless somebody has dropped the call meanwhile. */
  const start = (user: UserId, path: string, isCurrent: () => boolean): Promise<KnownAccess> => {
    return ask(path)
      .then((response) => {
        const known = readAccess(response)
        if (isCurrent()) {
          backoff.end()
          if (response.expiresAt > Date.now()) kept.set(user, path, response)
        }
        return known
      })
      .catch((cause) => {
        kernel.throwIfDisposed()
        const error = SDKError.from(cause, 'session-unreachable', options.sessionDomain)
        throw isCurrent() ? fail(error) : error
      })
  }

  return {
    async find(user, path) {
      const response = kept.get(user, path)
      try {
        if (response) return readAccess(response)
      } catch {
        // This plugin never keeps a failure. Somebody else has put it there, and it would fail each call.
        kept.remove(path)
      }
      const key = `${user} ${path}`
      const flight = flights.get(key)
      if (flight) return flight
      const error = sessionBackoff.error() ?? backoff.error()
      if (error) throw error
      const own: Promise<KnownAccess> = start(user, path, () => flights.get(key) === own)
      flights.set(key, own)
      try {
        return await own
      } finally {
        if (flights.get(key) === own) flights.delete(key)
      }
    },
    forget(path) {
      kept.remove(path)
      backoff.end()
      for (const key of flights.keys()) if (path === undefined || key.endsWith(` ${path}`)) flights.delete(key)
    },
    keepOnly(user) {
      kept.keepOnly(user)
      for (const key of flights.keys()) if (!key.startsWith(`${user} `)) flights.delete(key)
    },
    distrust: fail,
    retryAt: () => Math.max(sessionBackoff.until(), backoff.until()) || undefined,
  }
}
