// CORS: a page may read a response if its origin belongs to the site that the request names.

import type { Context, MiddlewareHandler } from 'hono'
import type { Settings } from '../options/settings.ts'
import { isOriginOf, type Site, siteOfSdrn } from '../options/site.ts'

const VARY = 'Origin, Cookie'

/** The site that a request names. */
export const siteOf = (c: Context, { sites }: Settings): Site | undefined =>
  siteOfSdrn(sites, c.req.query('client_sdrn'))

/** The origin that sent the request, if its pages may read the response. */
export function allowedOrigin(c: Context, settings: Settings): string | undefined {
  const origin = c.req.header('origin')
  if (origin === undefined) return undefined
  const site = siteOf(c, settings)
  // Every site may read that a client does not exist: this says nothing of a reader.
  const sites = site ? [site] : [...settings.sites.all()]
  return sites.some((one) => isOriginOf(one, origin)) ? origin : undefined
}

/** Lets pages of this origin read the response. */
export function allowOrigin(c: Context, origin: string): void {
  const { headers } = c.res
  headers.set('access-control-allow-origin', origin)
  headers.set('access-control-allow-credentials', 'true')
  headers.set('access-control-expose-headers', 'Retry-After')
  headers.append('vary', VARY)
}

/** Lets the pages of the site that the request names read the response and its timing. */
export function cors(settings: Settings): MiddlewareHandler {
  return async (c, next) => {
    await next()
    const origin = allowedOrigin(c, settings)
    if (origin === undefined) {
      c.res.headers.append('vary', VARY)
      return
    }
    allowOrigin(c, origin)
    c.res.headers.set('timing-allow-origin', origin)
  }
}
