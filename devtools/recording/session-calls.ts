/**
 * What findings need to know of session calls: how the latest one ended, and until when the session holds that is known.
 */
import type { SessionSettled } from '../../core/hooks.ts'
import { lookOn } from './look-on.ts'
import type { Observation } from './observation.ts'

/** Follows the session calls of a kernel. */
export function followCalls(observation: Observation): void {
  const { kernel } = observation
  const learn = (settled: SessionSettled) => {
    observation.settled = settled
    // Otherwise the session that is known holds for as long as before.
    if (settled.hasLearned) observation.goodUntil = settled.answer?.expiresAt
  }
  const forget = () => {
    observation.goodUntil = undefined
  }
  // Before: whoever looks on afterwards reads it.
  lookOn(kernel, 'session:settled', learn, 'before')
  lookOn(kernel, 'session:cleared', forget, 'before')
}
