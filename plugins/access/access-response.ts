/**
 * Reads what the session service says about access to products. The response comes from outside: nothing of it is trusted.
 */
import { SDKError } from '../../core/errors.ts'
import { ownMembers, usable } from '../../core/json.ts'
import { failureIn, MAX_LIFETIME_MS, type TransportResponse } from '../../core/session/result.ts'
import { isInForce } from '../shared/kept-result.ts'

/** What the session service says about a user and products. Frozen. */
export interface AccessResponse {
  /** Whether the user has access to one of the products. */
  readonly entitled: boolean
  /** What the access includes. */
  readonly allowedFeatures: readonly string[]
  /** How long the response holds, in seconds. Absent, 0 or less: for this once. */
  readonly ttl?: number
  readonly userId?: number | string
  readonly uuid?: string
  /** HMAC SHA-256 signature, a dot, and the claims as base64url-encoded JSON, for the site's server. A secret: never log it. */
  readonly sig?: string
}

/** A response about access, and how long it holds: both in milliseconds since the epoch. */
export interface DatedResponse extends TransportResponse {
  readonly askedAt: number
  readonly expiresAt: number
}

/** Takes a response out of a storage, which the page's other scripts can write as well; undefined when it does not hold. */
export function keptResponseIn(value: unknown): DatedResponse | undefined {
  const { status, body, askedAt, expiresAt } = ownMembers(value)
  if (typeof status === 'number' && isInForce(askedAt, expiresAt))
    return { status, body, askedAt, expiresAt } as DatedResponse
}

/** What is known of a user's access to products. */
export interface KnownAccess {
  readonly data: AccessResponse
  /** Until when it holds, in milliseconds since the epoch. */
  readonly until: number
}

/**
 * Reads a response, fresh or kept.
 *
 * @throws {SDKError} `session-missing` (400: the service knows nobody), `session-refused` or `session-unreachable` (5xx), each with
 * the `code` of the failure; `session-malformed` when it does not say whether the user has access
 */
export function readAccess(response: DatedResponse): KnownAccess {
  const error = failureIn(response)
  if (error) throw error
  const { entitled, allowedFeatures, ...more } = ownMembers(response.body)
  // Nothing but true opens a wall.
  if (typeof entitled !== 'boolean')
    throw new SDKError(
      'session-malformed',
      __DEV__ ? 'the response does not say whether the user has access' : 'access',
    )
  const features = Array.isArray(allowedFeatures) ? allowedFeatures.filter((name) => typeof name === 'string') : []
  const data: AccessResponse = Object.freeze({ ...more, entitled, allowedFeatures: Object.freeze(features) })
  return { data, until: response.expiresAt }
}

/** Until when a response holds that has just come, in milliseconds since the epoch. */
export function accessExpiryOf({ body }: TransportResponse, askedAt: number): number {
  const seconds = Number(usable(ownMembers(body).ttl))
  // Whoever reads it out of a storage drops what would hold for longer than that.
  return Math.min(Date.now() + (seconds > 0 ? seconds * 1000 : 0), askedAt + MAX_LIFETIME_MS)
}
