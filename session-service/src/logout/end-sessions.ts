// Ends sessions for whoever may: the provider, or the site itself.

import type { Parts } from '../parts.ts'

/** Whose sessions end: those of a session of the provider, or those of a reader. */
export type Whose = { readonly sid: string } | { readonly subject: string }

/**
 * How long a code of the ended session may still be on its way (RFC 6749, section 4.1.2). A login as a whole may take longer. What the
 * provider answers after the end is a new login.
 */
const REMEMBERED_MS = 600_000

/**
 * Ends sessions, and those that are about to begin.
 *
 * @param endedAt seconds since the epoch: later sessions of the reader stay. @default now
 * @returns how many have ended
 */
export function endSessions(
  { store, ids, provider: { issuer } }: Parts,
  whose: Whose,
  endedAt: number = Math.floor(Date.now() / 1000),
): Promise<number> {
  if ('sid' in whose)
    return store.deleteByProviderSession(ids.providerSession(issuer, whose.sid), REMEMBERED_MS)
  return store.deleteBySubject(ids.reader(issuer, whose.subject), endedAt, REMEMBERED_MS)
}
