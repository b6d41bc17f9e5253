/** "Nobody is logged in", by the word of a plugin. */
import { SDKError } from '../../core/errors.ts'
import type { Origin, Reading } from '../../core/session/reading.ts'

/** @param askedAt when the service has said so, and @param expiresAt until when that holds: milliseconds since the epoch */
export const nobody = (origin: Origin, askedAt: number, expiresAt: number): Reading => ({
  origin,
  askedAt,
  expiresAt,
  session: null,
  error: new SDKError('session-missing', 400, { code: 400 }),
})
