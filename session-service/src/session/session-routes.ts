// The session call and the access call of a page. The service's own cookie says whose session it is.

import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Deps } from '../deps.ts'
import { cors, siteOf } from '../http/cors.ts'
import { ensureError } from '../http/ensure-error.ts'
import { preflight } from '../http/preflight.ts'
import type { Site } from '../options/site.ts'
import type { FoundSession } from '../store/session-store.ts'
import { accessResponse, errorResponse, sessionResponse } from './responses.ts'
import type { SessionCookie } from './sessions.ts'

/** The page navigates to it, and its session cookie is set again. */
export const REFRESH_PATH = '/session-refresh'

/** Safari alone forgets cookies after a week. Chromium and Android name it too. */
const SAFARI = /^(?!.*(Chrom|Android)).*Safari/
const MAX_PRODUCTS = 100

type Responder = (site: Site, found: FoundSession, cookie: SessionCookie) => Promise<Response>

export function sessionRoutes({ settings, sessions, presenceCookie, ids }: Deps): Hono {
  const app = new Hono()

  for (const path of ['/v2/session', '/session', '/hasAccess/:ids', '/user-context']) {
    app.use(path, cors(settings), ensureError)
    app.options(path, preflight(settings))
  }

  function fail(c: Context, code: ContentfulStatusCode, type: string, description: string): Response {
    return c.json(errorResponse(settings, code, type, description), code)
  }

  /** Nobody is logged in. The session's cookie stays: a login in another tab may have set a newer one meanwhile. */
  function notLoggedIn(c: Context, description: string): Response {
    presenceCookie.delete(c)
    return c.json(errorResponse(settings, 400, 'SessionException', description), settings.anonymousStatus)
  }

  async function respond(c: Context, responder: Responder): Promise<Response> {
    const site = siteOf(c, settings)
    if (!site) return fail(c, 404, 'ClientException', 'No such client at this session service')
    const cookie = sessions.cookie(c)
    if (!cookie) return notLoggedIn(c, 'No session cookie')
    const began = performance.now()
    const found = await sessions.find(cookie)
    // Pages of the site read it by `PerformanceResourceTiming`, and developers in the network panel of the browser.
    c.header('server-timing', `store;dur=${(performance.now() - began).toFixed(1)}`)
    if (!found) return notLoggedIn(c, 'The session has ended')
    presenceCookie.keep(c, found.session)
    return responder(site, found, cookie)
  }

  function needsRefresh(c: Context, { writtenAt }: SessionCookie): boolean {
    const { refreshAfterSeconds } = settings
    const isOld = Date.now() / 1000 - writtenAt > refreshAfterSeconds
    return refreshAfterSeconds > 0 && isOld && SAFARI.test(c.req.header('user-agent') ?? '')
  }

  app.get('/v2/session', (c) =>
    respond(c, async (site, found, cookie) =>
      c.json(
        needsRefresh(c, cookie)
          ? { redirectURL: REFRESH_PATH }
          : await sessionResponse(settings, ids, site, found),
      ),
    ),
  )
  app.get('/session', (c) =>
    respond(c, async (site, found) => c.json(await sessionResponse(settings, ids, site, found))),
  )

  app.get('/hasAccess/:ids', (c) =>
    respond(c, async (site, { session }) => {
      if (!settings.access) return fail(c, 404, 'AccessException', 'Access is not decided here')
      const productIds = productIdsIn(c.req.url)
      if (!productIds) return fail(c, 400, 'RequestException', 'This is no list of products')
      const decision = await settings.access({ session, site, productIds })
      return c.json(accessResponse(site, session, productIds, decision))
    }),
  )

  // A cross-site request carries no cookie of the provider: whether somebody is logged in there stays unknown.
  app.get('/user-context', (c) => fail(c, 401, 'SessionException', 'There is no global session here'))
  return app
}

/** The product ids in a URL. Each is decoded by itself, since an id may hold a comma. Undefined when one is malformed, or when they are too many. */
function productIdsIn(url: string): string[] | undefined {
  const ids = new URL(url).pathname.slice('/hasAccess/'.length)
  try {
    const decoded = ids.split(',').map(decodeURIComponent)
    return decoded.length <= MAX_PRODUCTS && ids.length <= 4000 ? decoded : undefined
  } catch {
    return undefined
  }
}
