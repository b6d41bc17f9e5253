// What every answer has: nobody keeps it, no page shows it within itself, and no browser takes it for something else.

import type { MiddlewareHandler } from 'hono'

const POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/** Sets the headers. A route may have set others of its own before. */
export const harmless: MiddlewareHandler = async (c, next) => {
  await next()
  const set = (name: string, value: string): void => {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
  set('cache-control', 'no-store')
  set('x-content-type-options', 'nosniff')
  set('content-security-policy', POLICY)
  // A host beside this one learns nothing by loading it: not even whether that succeeds. Pages of the sites read by CORS.
  // The start page is the same for everybody. By it, `diagnose()` of a page finds out whether the service is there.
  if (c.req.path !== '/') set('cross-origin-resource-policy', 'same-origin')
  // After a login, the page tells by its referrer that the reader comes from the provider: redirects leave it as it is.
  if (!c.res.headers.has('location')) set('referrer-policy', 'no-referrer')
}
