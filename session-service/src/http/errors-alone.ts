// Whatever a function of the publisher's throws is answered. Hono answers errors alone, and lets the request fail for the rest.

import type { MiddlewareHandler } from 'hono'

export const errorsAlone: MiddlewareHandler = async (_c, next) => {
  try {
    await next()
  } catch {
    throw new Error('A function has thrown what is no error')
  }
}
