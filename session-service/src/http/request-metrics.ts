// Reports each request as an event, for metrics and the log. The event has the route and no URL: URLs hold secrets.

import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { ServiceEvent } from '../events.ts'

export function requestMetrics(onEvent: (event: ServiceEvent) => void): MiddlewareHandler {
  return async (c, next) => {
    const began = performance.now()
    await next()
    const path = routePath(c, -1)
    onEvent({
      type: 'request',
      // Requests without a route have one name, so that the metrics have few labels.
      route: path.endsWith('*') ? 'other' : path,
      status: c.res.status,
      ms: performance.now() - began,
    })
  }
}
