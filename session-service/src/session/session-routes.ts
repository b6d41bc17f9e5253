// Who is this browser, and what may its reader read? The service's own cookie decides.

import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Deps } from '../deps.ts'
import { cors, siteOf } from '../http/cors.ts'
import { ensureError } from '../http/ensure-error.ts'
import { preflight } from '../http/preflight.ts'
import type { Site } from '../options/site.ts'
import type { FoundSession } from '../store/session-store.ts'
import { accessAnswer, failureAnswer, sessionAnswer } from './answers.ts'
import type { SessionCookie } from './sessions.ts'

/** Where a browser is sent to have its cookie written anew. */
export const REFRESH_PATH = '/session-refresh'

/** Safari alone forgets cookies after a week. Chromium and Android name it too. */
const SAFARI = /^(?!.*(Chrom|Android)).*Safari/
const MOST_PRODUCTS = 100

type Say = (site: Site, found: FoundSession, cookie: SessionCookie) => Promise<Response>

export function sessionRoutes({ settings, sessions, presenceCookie, ids }: Deps): Hono {
  const app = new Hono()

  for (const path of ['/v2/session', '/session', '/hasAccess/:ids', '/user-context']) {
    app.use(path, cors(settings), ensureError)
    app.options(path, preflight(settings))
  }

  function fail(c: Context, code: ContentfulStatusCode, type: string, description: string): Response {
    return c.json(failureAnswer(settings, code, type, description), code)
  }

  /** That nobody is logged in: a page learns it at once. The session's cookie stays, since a login may have written a newer one meanwhile. */
  function nobody(c: Context, description: string): Response {
    presenceCookie.delete(c)
    return c.json(failureAnswer(settings, 400, 'SessionException', description), settings.nobodyStatus)
  }

  async function answer(c: Context, say: Say): Promise<Response> {
    const site = siteOf(c, settings)
    if (!site) return fail(c, 404, 'ClientException', 'No such client at this session service')
    const cookie = sessions.cookie(c)
    if (!cookie) return nobody(c, 'No session cookie')
    const began = performance.now()
    const found = await sessions.find(cookie)
    // Pages of the site see it in the browser's network panel, and by `PerformanceResourceTiming`.
    c.header('server-timing', `store;dur=${(performance.now() - began).toFixed(1)}`)
    if (!found) return nobody(c, 'The session has ended')
    presenceCookie.keep(c, found.session)
    return say(site, found, cookie)
  }

  function needsRefresh(c: Context, { writtenAt }: SessionCookie): boolean {
    const { refreshAfterSeconds } = settings
    const isOld = Date.now() / 1000 - writtenAt > refreshAfterSeconds
    return refreshAfterSeconds > 0 && isOld && SAFARI.test(c.req.header('user-agent') ?? '')
  }

  app.get('/v2/session', (c) =>
    answer(c, async (site, found, cookie) =>
      c.json(
        needsRefresh(c, cookie)
          ? { redirectURL: REFRESH_PATH }
          : await sessionAnswer(settings, ids, site, found),
      ),
    ),
  )
  app.get('/session', (c) =>
    answer(c, async (site, found) => c.json(await sessionAnswer(settings, ids, site, found))),
  )

  app.get('/hasAccess/:ids', (c) =>
    answer(c, async (site, { session }) => {
      if (!settings.access) return fail(c, 404, 'AccessException', 'Access is not decided here')
      const productIds = productIdsIn(c.req.url)
      if (!productIds) return fail(c, 400, 'RequestException', 'This is no list of products')
      const decision = await settings.access({ session, site, productIds })
      return c.json(accessAnswer(site, session, productIds, decision))
    }),
  )

  // Whether somebody is logged in at the provider cannot be asked across sites.
  app.get('/user-context', (c) => fail(c, 401, 'SessionException', 'There is no global session here'))
  return app
}

/** The products in an address, each decoded by itself, since an id may hold a comma. Undefined when they cannot be read. */
function productIdsIn(url: string): string[] | undefined {
  const ids = new URL(url).pathname.slice('/hasAccess/'.length)
  try {
    const decoded = ids.split(',').map(decodeURIComponent)
    return decoded.length <= MOST_PRODUCTS && ids.length <= 4000 ? decoded : undefined
  } catch {
    return undefined
  }
}
