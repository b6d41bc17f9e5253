/** The part of the reference model that remembers trouble: until when the session service is not asked again. */
import type { Failure } from './words.ts'

export interface Pause {
  readonly failure: Failure
  /** Until then calls fail at once. */
  readonly retryAt: number
}

const SHORTEST_MS = 5000
const SPREAD_MS = 140_000
const STATED_AT_MOST_MS = 2_400_000

/** Failures that say nothing about the reader. */
const TROUBLE = ['timeout', 'session-refused', 'session-unreachable', 'session-malformed']

export const isTrouble = ({ reason }: Failure): boolean => TROUBLE.includes(reason)

/**
 * The pause that follows a failure.
 *
 * @param statedMs how long the service wants to be left alone
 * @param chance what the page draws
 */
export function pauseAfter(
  failure: Failure,
  statedMs: number | undefined,
  now: number,
  chance: number,
): Pause {
  const ms = Math.trunc(
    statedMs ? Math.min(statedMs, STATED_AT_MOST_MS) * (1 + chance / 2) : SHORTEST_MS + chance * SPREAD_MS,
  )
  return { failure, retryAt: now + ms }
}
