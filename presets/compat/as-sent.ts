/**
 * Sessions as the service has sent them. The kernel's have a result and a lifetime in any case, and lack what it cannot use.
 */
import type { Answer } from '../../core/answer.ts'
import { ownMembers } from '../../core/own-members.ts'

/** What that client keeps without a lifetime, and with one of 0. */
const DEFAULT_LIFETIME_MS = 300_000

/** Whether a body is an object, and so can have members. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * The answer that nobody is logged in, as the kernel is given it. Without a lifetime the kernel keeps it for five minutes. So one of 0
 * is left out: the cache drops a failure that states 0 when it reads it.
 */
export function withoutZero(answer: Answer, body: Record<string, unknown>): Answer {
  const { error, response } = ownMembers(body)
  const { expiresIn } = ownMembers(response ?? body)
  return { ...answer, body: { error, expiresIn: Number(expiresIn) || undefined } }
}

/** A session as the kernel is given it: for five minutes where it has no lifetime, and without a cookie then. */
export function withLifetime(answer: Answer, body: Record<string, unknown>): Answer {
  if (Number(body.expiresIn)) return answer
  return { ...answer, body: { ...body, expiresIn: 0 }, expiresAt: Date.now() + DEFAULT_LIFETIME_MS }
}

/** A copy for a page, down to the last member, without what is undefined. */
export const copyOf = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value))
