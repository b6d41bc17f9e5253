/**
 * Sessions as the service has sent them. The kernel's have a result in any case, and lack what it cannot use. Where one differs, what was
 * sent goes along in a member of its own.
 */
import { ownMembers } from '../../core/json.ts'
import { type Answer, readSession } from '../../core/session/reading.ts'
import type { HasSessionSuccessResponse } from '../../core/session/types.ts'

type Session = HasSessionSuccessResponse

// From this status on an answer is no session.
const FIRST_FAILURE = 300

/** Whether a body is an object, and so can have members. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An answer as the kernel is given it: a lifetime of 0 is left out, so that it holds for five minutes. */
export function withLifetime(answer: Answer): Answer {
  const { status, body } = answer
  if (!isRecord(body)) return answer
  const { error, response, expiresIn } = ownMembers(body)
  if (error || status >= FIRST_FAILURE) {
    const stated = ownMembers(response ?? body).expiresIn
    return { ...answer, body: { error, expiresIn: Number(stated) || undefined } }
  }
  const dated = Number(expiresIn) ? body : { ...body, expiresIn: undefined }
  // Most sessions are read as they were sent.
  const isAsSent = JSON.stringify(readSession(dated)) === JSON.stringify(body)
  return { ...answer, body: isAsSent ? body : { ...dated, asSent: body } }
}

/** The session as it was sent. Any script of the page may have written what is kept of it. */
export function sentOf(session: Session): Session {
  const { asSent } = ownMembers(session)
  return isRecord(asSent) ? asSent : session
}

/** A copy for a page, down to the last member, without what is undefined. */
export const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))
