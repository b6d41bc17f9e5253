// The fields of a form that was sent.

import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'

/**
 * The text fields of a form, the last one of each name; none when no form was sent.
 *
 * @throws {HTTPException} 400, when the body is not what its content type says
 */
export async function formOf(c: Context): Promise<Partial<Record<string, string>>> {
  try {
    const fields = Object.entries(await c.req.parseBody())
    return Object.fromEntries(
      fields.filter((field): field is [string, string] => typeof field[1] === 'string'),
    )
  } catch {
    throw new HTTPException(400, { message: 'The body is not the form that its content type says it is.' })
  }
}
