/** The part of the reference model that remembers trouble: until when the session service is not asked again. */
import type { Failure } from './words.ts'

export interface Pause {
  readonly failure: Failure
  /** Until then calls fail at once. */
  readonly retryAt: number
  readonly ms: number
}

const FIRST_MS = 2000
const SPREAD_MS = 3000
const LONGEST_MS = 140_000
const STATED_AT_MOST_MS = 2_400_000

/** Failures that say nothing about the reader. */
const TROUBLE = ['timeout', 'session-refused', 'session-unreachable', 'session-malformed']

export const isTrouble = ({ reason }: Failure): boolean => TROUBLE.includes(reason)

/** Until when it is remembered: a failure by then begins a pause of twice the length. */
export const remembered = ({ retryAt, ms }: Pause): number => retryAt + ms + LONGEST_MS

/**
 * The pause that follows a failure.
 *
 * @param statedMs how long the service wants to be left alone
 * @param before the pause before, if it is remembered
 * @param chance what the page draws
 */
export function pauseAfter(
  failure: Failure,
  statedMs: number | undefined,
  before: Pause | undefined,
  { now, chance }: { now: number; chance: number },
): Pause {
  const unstated = before ? Math.min(2 * before.ms, LONGEST_MS) : FIRST_MS + chance * SPREAD_MS
  const ms = Math.trunc(statedMs ? Math.min(statedMs, STATED_AT_MOST_MS) * (1 + chance / 2) : unstated)
  return { failure, retryAt: now + ms, ms }
}
