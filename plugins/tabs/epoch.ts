/**
 * The session epoch: who the user is, as far as the tabs of one client have learned, and since when.
 */
import { ownMembers } from '../../core/json.ts'
import { isPast } from '../../core/session/result.ts'
import type { Session } from '../../core/session/types.ts'

/** Tells two users apart, almost always, and whether they are connected. Many users share one, so it identifies nobody. */
export type UserFingerprint = string

/** The fingerprint of no user. */
export const NO_USER: UserFingerprint = ''

export interface SessionEpoch {
  /** When the user changed last, in whichever tab, in milliseconds since the epoch. What was asked before is about another user. */
  readonly changedAt: number
  readonly user: UserFingerprint
}

/** The session epoch before any tab has learned of a user. */
export const NO_EPOCH: SessionEpoch = { changedAt: 0, user: NO_USER }

// The largest prime below 2^16.
const FINGERPRINTS = 65_521

/** The fingerprint of the user of a session. */
export function fingerprintOf(session: Session | null): UserFingerprint {
  if (!session?.userId) return NO_USER
  let number = 0
  for (const character of `${session.userId}`) number = (number * 31 + character.charCodeAt(0)) % FINGERPRINTS
  return `${number} ${session.result ? 'connected' : 'notConnected'}`
}

/** Whether two fingerprints are of the same user, connected or not. */
export const isSameUser = (one: UserFingerprint, other: UserFingerprint): boolean =>
  one.split(' ')[0] === other.split(' ')[0]

/** Reads a session epoch, which the page's other scripts can write, too. */
export function parseEpoch(found: unknown): SessionEpoch | undefined {
  const { changedAt, user } = ownMembers(found)
  if (typeof changedAt === 'number' && typeof user === 'string' && isPast(changedAt)) return { changedAt, user }
}
