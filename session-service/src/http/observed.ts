// Tells how each request was answered, by the route alone: addresses hold secrets.

import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { ServiceEvent } from '../events.ts'

export function observed(tell: (event: ServiceEvent) => void): MiddlewareHandler {
  return async (c, next) => {
    const began = performance.now()
    await next()
    const path = routePath(c, -1)
    tell({
      type: 'answered',
      // Whatever no route is for has one name, so that metrics stay few.
      route: path.endsWith('*') ? 'other' : path,
      status: c.res.status,
      ms: performance.now() - began,
    })
  }
}
