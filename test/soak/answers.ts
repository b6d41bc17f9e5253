/** The ways to ask, and what each makes of an outcome. */
import type { Outcome } from './model.ts'
import { label } from './readers.ts'
import { failureWord } from './words.ts'

export const METHODS = ['hasSession', 'isLoggedIn', 'isConnected', 'getUserId', 'getSpId'] as const
export type Method = (typeof METHODS)[number]

/** What a method is to answer, as the page reports it: `!` stands before the reason of an error. */
export function answerOf(method: Method, outcome: Outcome): string {
  const session = 'session' in outcome ? outcome.session : undefined
  const rejects = 'reason' in outcome ? `!${failureWord(outcome)}` : undefined
  switch (method) {
    case 'hasSession':
      return rejects ?? label(session ?? null)
    case 'isLoggedIn':
      return `${!!session?.userId}`
    case 'isConnected':
      return `${session?.result === true}`
    case 'getSpId':
      return `${session?.sp_id ?? null}`
    case 'getUserId':
      if (rejects) return rejects
      if (!session?.result) return '!not-connected'
      return session.userId ? `${session.userId}` : '!identifier-missing'
  }
}
