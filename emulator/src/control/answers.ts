// How the control API reads what it is given, and says no.

import type { Context, Handler } from 'hono'
import { UnusableError } from '../unusable-error.ts'

type Given = Partial<Record<string, unknown>>

/** The JSON object of a request; @throws {UnusableError} when it is none. */
export async function bodyOf(c: Context): Promise<Given> {
  const body: unknown = await c.req.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new UnusableError('The body must be a JSON object.')
  return body as Given
}

/** Says no in a sentence. */
export function refuse(c: Context, error: string): Response {
  return c.json({ error }, 400)
}

/** Makes handlers that are for something which the path names, and answer 404 where it is not there. */
export function whereFound<T>(
  what: string,
  find: (c: Context) => T | undefined,
): (act: (c: Context, found: T) => Response | Promise<Response>) => Handler {
  return (act) => (c) => {
    const found = find(c)
    return found === undefined ? c.json({ error: `There is no such ${what}.` }, 404) : act(c, found)
  }
}
