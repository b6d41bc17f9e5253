/**
 * What the question about access to products may come to.
 */
import type { SDKErrorReason } from '../../core/reasons.ts'
import type { AccessResponse } from './access-response.ts'

/** The user has access. */
interface Granted {
  readonly outcome: 'granted'
  /** What the access includes, in the words of the service. */
  readonly features: readonly string[]
  /** Until when the response holds, in milliseconds since the epoch. It is not kept where that is over already. */
  readonly until: number
  /** The response itself, with `sig` for the site's server. */
  readonly data: AccessResponse
}

/** The user has no access. */
interface Refused {
  readonly outcome: 'refused'
  /** As of {@link Granted}. */
  readonly until: number
}

/** Nobody is logged in. The service was not asked. */
interface NobodyLoggedIn {
  readonly outcome: 'loggedOut'
}

/** Nobody can say: the service is in trouble, or could not say who the reader is. */
interface Unknown {
  readonly outcome: 'unknown'
  readonly reason: SDKErrorReason
  /** When the service will be asked again, in milliseconds since the epoch; undefined when the next call asks. */
  readonly retryAt: number | undefined
}

/** What `hasAccess` has learned. */
export type Access = Granted | Refused | NobodyLoggedIn | Unknown
