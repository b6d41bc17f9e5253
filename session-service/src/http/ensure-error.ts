// A function of the publisher may throw anything. Hono's `onError` handles instances of `Error` alone, and the request would reject for
// the rest.

import type { MiddlewareHandler } from 'hono'

/** Turns whatever a handler throws into an `Error`. */
export const ensureError: MiddlewareHandler = async (_c, next) => {
  try {
    await next()
  } catch {
    throw new Error('A function has thrown what is no error')
  }
}
