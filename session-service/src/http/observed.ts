// Tells how each request was answered, by the route alone: addresses hold secrets.

import type { MiddlewareHandler } from 'hono'
import type { ServiceEvent } from '../events.ts'

/** The routes by their names. Whatever else is asked for has one name, so that metrics stay few. */
const ROUTES = [
  '/v2/session',
  '/session',
  '/session-refresh',
  '/user-context',
  '/oauth/authorize',
  '/oauth/token',
  '/oauth/jwks',
  '/callback',
  '/logout',
  '/logout/done',
  '/backchannel-logout',
  '/frontchannel-logout',
  '/profile-pages',
  '/.well-known/openid-configuration',
]

function routeOf(path: string): string {
  if (ROUTES.includes(path)) return path
  const [, start] = /^\/(hasAccess|profile-pages)\//.exec(path) ?? []
  return start === undefined ? 'other' : `/${start}`
}

export function observed(tell: (event: ServiceEvent) => void): MiddlewareHandler {
  return async (c, next) => {
    const began = performance.now()
    await next()
    tell({
      type: 'answered',
      route: routeOf(c.req.path),
      status: c.res.status,
      ms: performance.now() - began,
    })
  }
}
