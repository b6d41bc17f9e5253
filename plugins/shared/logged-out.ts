/** "Nobody is logged in", by the word of a plugin. */
import { SDKError } from '../../core/errors.ts'
import type { SessionResult, SessionSource } from '../../core/session/result.ts'

/** @param askedAt when the service has said so, and @param expiresAt until when that holds: milliseconds since the epoch */
export const loggedOut = (source: SessionSource, askedAt: number, expiresAt: number): SessionResult => ({
  source,
  askedAt,
  expiresAt,
  session: null,
  error: new SDKError('session-missing', 400, { code: 400 }),
})
