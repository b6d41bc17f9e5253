// Which pages may read an answer: those of the site that it is for (CORS).

import type { Context, MiddlewareHandler } from 'hono'
import type { Settings } from '../options/settings.ts'
import { isOriginOf, type Site, siteOfSdrn } from '../options/site.ts'

/** The site that a request names. */
export const siteOf = (c: Context, { sites }: Settings): Site | undefined =>
  siteOfSdrn(sites, c.req.query('client_sdrn'))

/** Whether a page of the origin that asks may read the answer. */
export function mayRead(c: Context, settings: Settings): boolean {
  const origin = c.req.header('origin')
  if (origin === undefined) return false
  const site = siteOf(c, settings)
  // That there is no such client may be read by any site: it says nothing of a reader.
  const readers = site ? [site] : [...settings.sites.all()]
  return readers.some((reader) => isOriginOf(reader, origin))
}

/** Lets a page of this origin read the answer. */
export function letRead(c: Context, origin: string): void {
  c.header('access-control-allow-origin', origin)
  c.header('access-control-allow-credentials', 'true')
  c.header('access-control-expose-headers', 'Retry-After')
  c.header('vary', 'Origin, Cookie')
}

/** Lets the pages of the site that is named read the answer, and no others. */
export function readableBySite(settings: Settings): MiddlewareHandler {
  return async (c, next) => {
    await next()
    c.res.headers.append('vary', 'Origin, Cookie')
    if (!mayRead(c, settings)) return
    c.res.headers.set('access-control-allow-origin', `${c.req.header('origin')}`)
    c.res.headers.set('access-control-allow-credentials', 'true')
    c.res.headers.set('access-control-expose-headers', 'Retry-After')
    c.res.headers.set('timing-allow-origin', `${c.req.header('origin')}`)
  }
}
