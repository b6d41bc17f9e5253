/**
 * An answer about the reader: what was said, where it is from, and when it was asked for. Whoever has an answer makes it once.
 * Nobody writes into it: whoever needs another one makes a copy.
 */
import { ownMembers } from './own-members.ts'
import type { TransportAnswer } from './transport.ts'

/**
 * Where an answer is from: the page's own server, the cache of this tab, a request that a script in the page's head has
 * begun, another tab, or a request of the library.
 */
export type Origin = 'server' | 'cache' | 'head' | 'tab' | 'network'

/** Whether this page has asked the session service for an answer of this origin. */
export const isRequest = (origin: Origin | undefined): boolean => origin === 'head' || origin === 'network'

/** What a session service said, or what somebody knows that it said. */
export interface Answer extends TransportAnswer {
  readonly origin: Origin
  /** When the service was asked for it, in milliseconds since the epoch. */
  readonly askedAt: number
  /** Until when it holds, in milliseconds since the epoch. Absent: as long as its body says. */
  readonly expiresAt?: number
}

/** An answer with its expiry. */
export interface DatedAnswer extends Answer {
  readonly expiresAt: number
}

/**
 * The longest that anything is kept, 24.8 days. What would last longer is forged, or the clock was set since. It is also the longest
 * that a timer waits: a longer one fires at once.
 */
export const MAX_LIFETIME_MS: number = 2 ** 31 - 1

// Two processes may read the clock a moment apart.
const CLOCK_TOLERANCE_MS = 1000

/** Whether a moment, in milliseconds since the epoch, has come. A later one is forged, or the clock was set back since. */
export const isPast = (at: number): boolean => at <= Date.now() + CLOCK_TOLERANCE_MS

/**
 * Reads an answer out of a storage or a message, which the page's other scripts can write as well. Its body is still outside
 * data.
 *
 * @returns undefined when it is no answer, when it does not hold any more, or when its times cannot be true
 */
export function parseAnswer(value: unknown, origin: Origin): DatedAnswer | undefined {
  const { status, body, askedAt, expiresAt } = ownMembers(value)
  if (typeof status !== 'number' || typeof askedAt !== 'number' || typeof expiresAt !== 'number') return
  const isInForce = isPast(askedAt) && expiresAt > Date.now() && expiresAt <= askedAt + MAX_LIFETIME_MS
  if (isInForce) return { origin, status, body, askedAt, expiresAt }
}
