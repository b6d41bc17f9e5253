/**
 * How a session call has ended, in one value. It is computed here and nowhere else.
 */
import type { Environment } from './environment.ts'
import type { Ending, Found, SessionSettled } from './hooks.ts'
import { expiryOf, readAnswer } from './session-answer.ts'

/**
 * Makes the ending of a call, of what its search has come to. All members are always set, since a script may have added their names
 * to `Object.prototype`.
 */
export function settle(ending: Ending, found: Found, unit: Environment['expiresInUnit']): SessionSettled {
  const { answer: raw, refreshAddress: address } = found
  const nothing = {
    ...ending,
    hasLearned: false,
    session: ending.previous,
    answer: undefined,
    error: undefined,
  } as const
  if (address) return { ...nothing, outcome: 'refreshing', address }

  const { session, error } = raw ? readAnswer(raw) : { session: undefined, error: found.error }
  // The session stands in place of the body: whoever keeps the answer or passes it on need not read it once more.
  const answer = raw && { ...raw, body: session ?? raw.body, expiresAt: expiryOf(raw, error, unit) }
  if (error && error.reason !== 'session-missing') return { ...nothing, outcome: 'unavailable', answer, error }
  const learned = { ...nothing, hasLearned: true } as const
  // The compiler does not see that a session has an answer.
  if (!session?.userId || !answer) return { ...learned, outcome: 'loggedOut', session: session ?? null, answer, error }
  return { ...learned, outcome: session.result ? 'connected' : 'notConnected', session, answer }
}
