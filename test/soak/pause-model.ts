/** The part of the reference model that remembers trouble: until when the session service is not asked again. */
import type { Failure } from './words.ts'

export interface Pause {
  readonly failure: Failure
  readonly ms: number
  /** Until then calls fail at once. */
  readonly retryAt: number
}

/** Until when a pause is remembered, from when it is written down: the next one is longer. */
export const REMEMBERED_MS = 3_600_000

const FIRST_MS = 5000
const LONGEST_MS = 20_000
const STATED_AT_MOST_MS = 2_400_000

/** Failures that say nothing about the reader. */
const TROUBLE = ['timeout', 'session-refused', 'session-unreachable', 'session-malformed']

export const isTrouble = ({ reason }: Failure): boolean => TROUBLE.includes(reason)

/**
 * The pause that follows a failure.
 *
 * @param before the last one, if it is remembered
 * @param statedMs how long the service wants to be left alone
 * @param chance what the page draws
 */
export function pauseAfter(
  failure: Failure,
  before: Pause | undefined,
  statedMs: number | undefined,
  now: number,
  chance: number,
): Pause {
  const ms = Math.trunc(
    statedMs
      ? Math.min(statedMs, STATED_AT_MOST_MS) * (1 + chance / 2)
      : Math.min(Math.max(2 * (before?.ms ?? 0), FIRST_MS), LONGEST_MS) * (1 + chance * 6),
  )
  return { failure, ms, retryAt: now + ms }
}
