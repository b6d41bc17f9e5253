/**
 * A session result that somebody has kept, as the result of a session call.
 */
import { ownMembers } from '../../core/json.ts'
import type { Kernel } from '../../core/kernel/plugin.ts'
import type { SessionCall } from '../../core/session/middleware.ts'
import {
  failureIn,
  isPast,
  MAX_LIFETIME_MS,
  readSession,
  type SessionResult,
  type SessionSource,
} from '../../core/session/result.ts'
import type { ClientStorage, StoredEntry } from '../../core/storage.ts'
import { isTrouble } from './trouble.ts'

/** Whether something still holds, and its times can be true. */
export function isInForce(askedAt: unknown, expiresAt: unknown): boolean {
  if (typeof askedAt !== 'number' || typeof expiresAt !== 'number') return false
  return isPast(askedAt) && expiresAt > Date.now() && expiresAt <= askedAt + MAX_LIFETIME_MS
}

/**
 * Reads a session result out of a storage or a message, which the page's other scripts can write as well.
 *
 * @returns undefined when it is no session result, when it does not hold any more, or when its times cannot be true
 */
export function revive(value: unknown, source: SessionSource): SessionResult | undefined {
  const { askedAt, expiresAt, session, error } = ownMembers(value)
  if (!isInForce(askedAt, expiresAt)) return
  const dated = { source, askedAt: askedAt as number, expiresAt: expiresAt as number }
  const known = readSession(session)
  if (known) return Object.freeze({ ...dated, session: known })
  // Nothing but "nobody is logged in" is kept without a session.
  const missing = failureIn({ status: 400, body: { error } })
  if (session === null && missing) return Object.freeze({ ...dated, session, error: missing })
}

/** Whether a session result counts for a call: it holds, and nobody has logged in or out since. */
export const counts = (result: SessionResult | undefined, call: SessionCall): result is SessionResult =>
  !!result && isInForce(result.askedAt, result.expiresAt) && result.askedAt >= call.invalidatedAt()

/**
 * Answers with a kept result, which counts. If a newer one is wanted, asks for it. The kept one stands in where the service is in
 * trouble.
 */
export async function resultFrom(
  kept: SessionResult,
  call: SessionCall,
  next: () => Promise<SessionResult>,
): Promise<SessionResult> {
  if (kept.askedAt >= call.freshSince) return kept
  try {
    return await next()
  } catch (error) {
    if (!isTrouble(error) || !kept.session || !counts(kept, call)) throw error
    return { ...kept, error }
  }
}

const entries: WeakMap<ClientStorage, StoredEntry<SessionResult>> = new WeakMap()

/** The entry in which the tab keeps what is known about the reader. One for all plugins of an identity: where storage is denied, only it has that. */
export function resultEntry({ storage }: Pick<Kernel, 'storage'>): StoredEntry<SessionResult> {
  const entry = entries.get(storage) ?? storage.entry('session', (found) => revive(found, 'cache'))
  entries.set(storage, entry)
  return entry
}
