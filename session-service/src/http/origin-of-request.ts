// Who makes a browser send a request, by the headers that pages cannot forge (Fetch Metadata, and `Origin`). Browsers that send none
// of them are older than 2023: `SameSite=Lax` keeps their cookies from requests of other sites, but for navigations.

import type { Context, MiddlewareHandler } from 'hono'
import { isOriginOf, type Site } from '../options/site.ts'

/** Lets navigations of a whole tab or popup through: no frame, image or script, and no page that the browser fetches ahead. */
export const navigationOnly: MiddlewareHandler = async (c, next) => {
  const destination = c.req.header('sec-fetch-dest') ?? 'document'
  const isAhead = /prefetch|prerender/.test(c.req.header('sec-purpose') ?? c.req.header('purpose') ?? '')
  if (destination === 'document' && !isAhead) return next()
  return c.text('Open this address in a tab.', 403)
}

/** Lets servers through: no browser, which would say so. */
export const serversOnly: MiddlewareHandler = async (c, next) => {
  if (c.req.header('origin') === undefined && c.req.header('sec-fetch-site') === undefined) return next()
  return c.text('This address is for servers.', 403)
}

/** Whether a page of the same registrable domain has led the browser here: no other site, no mail, and no browser that does not say. */
export const isFromSameSite = (c: Context): boolean =>
  ['same-origin', 'same-site'].some((own) => own === c.req.header('sec-fetch-site'))

/**
 * Whether a page of a site, or of the service itself, has led the browser here. A host beside them is on the same registrable domain,
 * and the referrer alone tells it from the site: pages may withhold theirs, and cannot give another's.
 */
export function isLedBy(c: Context, site: Site): boolean {
  if (c.req.header('sec-fetch-site') === 'same-origin') return true
  const referrer = c.req.header('referer') ?? ''
  return isFromSameSite(c) && URL.canParse(referrer) && isOriginOf(site, new URL(referrer).origin)
}

/** Whether a form was posted by a page of the service. */
export const isOwnForm = (c: Context, origin: string): boolean =>
  c.req.header('origin') === origin && ['same-origin', undefined].includes(c.req.header('sec-fetch-site'))
