/**
 * Sessions as the service has sent them. The kernel's have a result and a lifetime in any case: what was left out is noted in a
 * member of the body, is kept with it, and is left out again of what a page is given.
 */
import type { Answer } from '../../core/answer.ts'
import type { HasSessionSuccessResponse } from '../../core/types.ts'

/** What that client keeps without a lifetime, and with one of 0. */
const FIVE_MINUTES_MS = 300_000

/** What the kernel adds. */
const ADDED = ['result', 'expiresIn'] as const

/** A session with a note of what was left out. Any script of the page may have written it. */
interface Noted extends HasSessionSuccessResponse {
  leftOut?: unknown
}

/** Whether a body is an object, and so can have members. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An answer as the kernel is given it: for five minutes where it has no lifetime, and without a cookie then. */
export function noted(answer: Answer, body: Record<string, unknown>): Answer {
  const leftOut = ADDED.filter((name) => !(name in body))
  const own = leftOut.length && !body.error ? { ...body, leftOut } : body
  if (Number(body.expiresIn)) return { ...answer, body: own }
  return { ...answer, body: { ...own, expiresIn: 0 }, expiresAt: Date.now() + FIVE_MINUTES_MS }
}

/** A copy for a page, down to the last member. */
export function asSent(session: HasSessionSuccessResponse): HasSessionSuccessResponse {
  const { leftOut, ...copy }: Noted = JSON.parse(JSON.stringify(session))
  return Object.fromEntries(
    Object.entries(copy).filter(([name]) => !(Array.isArray(leftOut) && leftOut.includes(name))),
  )
}
