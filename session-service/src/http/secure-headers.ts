// The security headers of every response: no cache keeps it, no page frames it, and no browser guesses another content type.

import type { MiddlewareHandler } from 'hono'

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"

/** Sets the headers that the route has not set itself. */
export const secureHeaders: MiddlewareHandler = async (c, next) => {
  await next()
  const set = (name: string, value: string): void => {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  }
  set('cache-control', 'no-store')
  set('x-content-type-options', 'nosniff')
  set('content-security-policy', CONTENT_SECURITY_POLICY)
  // A sibling host learns nothing by loading the response as an image or a script: not even whether that succeeds. Pages of the sites
  // read by CORS. The start page is the same for everybody: `diagnose()` loads it to find out whether the service runs.
  if (c.req.path !== '/') set('cross-origin-resource-policy', 'same-origin')
  // A redirect keeps the referrer. After a login, the page knows by the referrer that its reader comes from the provider.
  if (!c.res.headers.has('location')) set('referrer-policy', 'no-referrer')
}
