// What somebody gave that cannot be used, and the check that says so.

import type { z } from 'zod'

/** Thrown for what somebody gave that cannot be used; the message is a sentence for them. */
export class UnusableError extends TypeError {
  override readonly name: string = 'UnusableError'
}

/** What does not fit, in sentences; undefined when all of it does. A schema says by its errors what a member must be. */
export function problemsIn(schema: z.ZodType, given: unknown): string | undefined {
  return schema
    .safeParse(given)
    .error?.issues.map(({ path, message }) => `"${path.join('.')}" must be ${message}.`)
    .join(' ')
}

/** @throws {UnusableError} when something does not fit */
export function checked<T>(schema: z.ZodType<T>, given: unknown): T {
  const problems = problemsIn(schema, given)
  if (problems !== undefined) throw new UnusableError(problems)
  return schema.parse(given)
}
