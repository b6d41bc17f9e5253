// Which page has caused a request, by the headers that pages cannot forge (Fetch Metadata, and `Origin`). Browsers that send none of
// these headers are older than 2023. `SameSite=Lax` keeps the cookies of such a browser from requests of other sites, except navigations.

import type { Context, MiddlewareHandler } from 'hono'
import { isOriginOf, type Site } from '../options/site.ts'

/** Lets top-level navigations of a tab or popup through: no frame, image or script, no prefetch and no prerender. */
export const navigationOnly: MiddlewareHandler = async (c, next) => {
  const destination = c.req.header('sec-fetch-dest') ?? 'document'
  const isPrefetch = /prefetch|prerender/.test(c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '')
  if (destination === 'document' && !isPrefetch) return next()
  return c.text('Open this address in a tab.', 403)
}

/** Lets servers through, and refuses browsers: a browser sends `Origin` or `Sec-Fetch-Site`. */
export const serversOnly: MiddlewareHandler = async (c, next) => {
  if (c.req.header('origin') === undefined && c.req.header('sec-fetch-site') === undefined) return next()
  return c.text('This address is for servers.', 403)
}

/** Whether a page of the same registrable domain caused the request. False for another site, for a mail, and for a browser that does not say. */
export const isSameSite = (c: Context): boolean =>
  ['same-origin', 'same-site'].some((own) => own === c.req.header('sec-fetch-site'))

/**
 * Whether a page of a site, or of the service itself, caused the navigation. A sibling host is on the same registrable domain. Only the
 * referrer tells it from the site: a page may withhold its referrer, and cannot forge one.
 */
export function isInitiatedBy(c: Context, site: Site): boolean {
  if (c.req.header('sec-fetch-site') === 'same-origin') return true
  const referrer = c.req.header('referer') ?? ''
  return isSameSite(c) && URL.canParse(referrer) && isOriginOf(site, new URL(referrer).origin)
}

/** Whether a form was posted by a page of the service. */
export const isSameOriginForm = (c: Context, origin: string): boolean =>
  c.req.header('origin') === origin && ['same-origin', undefined].includes(c.req.header('sec-fetch-site'))
