/**
 * A reading that somebody has kept, as the answer to a session call.
 */
import { isInForce, type Reading } from '../../core/session/reading.ts'
import type { SessionCall } from '../../core/session/steps.ts'
import { isTrouble } from './trouble.ts'

/** Whether a reading counts for a call: it holds, and nobody has logged in or out since. */
export const counts = (reading: Reading | undefined, call: SessionCall): reading is Reading =>
  !!reading && isInForce(reading.askedAt, reading.expiresAt) && reading.askedAt >= call.notBefore()

/**
 * Answers with a kept reading, which counts. If a newer one is wanted, asks for it. The kept one stands in where the service is in
 * trouble.
 */
export async function answerWith(kept: Reading, call: SessionCall, next: () => Promise<Reading>): Promise<Reading> {
  if (kept.askedAt >= call.wantedSince) return kept
  try {
    return await next()
  } catch (error) {
    if (!isTrouble(error) || !kept.session || !counts(kept, call)) throw error
    return { ...kept, error }
  }
}
