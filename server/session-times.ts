/**
 * When a session was stated, and until when it holds. Both stand in the session itself, in two units.
 */
import { ownMembers, usable } from '../core/json.ts'
import type { Environment } from '../core/options.ts'
import { statedLifetimeOf as readLifetime } from '../core/session/result.ts'

/** How far ahead of this server's clock the session service's may be, in milliseconds. */
const CLOCK_SKEW_MS = 60_000
/** Seconds since the epoch stay below this number until the year 5138. Milliseconds have been above it since 1973. */
const FIRST_IN_MILLISECONDS = 1e11

/**
 * What is wrong with the times of a session: `undated`, it has no `serverTime`; `milliseconds`, its `serverTime` is in
 * milliseconds and has to be in seconds; `future`, its `serverTime` is more than a minute ahead.
 */
export type TimeFault = 'undated' | 'milliseconds' | 'future'

/** When a session was stated, in milliseconds since the epoch and never later than now; or what is wrong with it. */
export function statedAt(serverTime: unknown, now: number): number | TimeFault {
  // False for whatever is no number, text in digits too.
  if (!Number.isFinite(serverTime)) return 'undated'
  const seconds = Number(serverTime)
  if (seconds >= FIRST_IN_MILLISECONDS) return 'milliseconds'
  const at = seconds * 1000
  return at > now + CLOCK_SKEW_MS ? 'future' : Math.min(at, now)
}

/** How long a session says that it holds, in milliseconds: 0 for a negative time, undefined where it does not say. */
export function statedLifetimeOf(session: object, unit: Environment['expiresInUnit']): number | undefined {
  return Number(usable(ownMembers(session).expiresIn)) < 0 ? 0 : readLifetime(session, unit)
}
