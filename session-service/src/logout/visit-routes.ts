// Full-page visits that end or renew what the browser has. Each sends the browser on, and only to an address that is registered for
// the client.

import { type Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { clearPrefetchCache } from '../http/clear-prefetch-cache.ts'
import { siteOf } from '../http/cors.ts'
import { isInitiatedBy, isSameOriginForm, navigationOnly } from '../http/fetch-metadata.ts'
import { isReturnAddressOf, type Site } from '../options/site.ts'
import { notRegistered } from '../pages/not-registered.ts'
import { REFRESH_PATH } from '../session/session-routes.ts'
import type { StoredSession } from '../store/session-store.ts'
import { loggedOutMark } from './logged-out-mark.ts'

/** How long a reader may take at the provider's page. */
const VISIT_SECONDS = 3600

export function visitRoutes({ settings, cookies, sessions, sealer, provider, pages }: Deps): Hono {
  const mark = loggedOutMark(cookies)
  const app = new Hono()

  /** Where the visit goes on, and for which site. */
  function wayOf(c: Context): { site: Site; next: string } | undefined {
    const site = siteOf(c, settings)
    const [next, twin] = new URL(c.req.url).searchParams.getAll('redirect_uri')
    if (!site || !next || twin !== undefined) return undefined
    return isReturnAddressOf(site, next) ? { site, next } : undefined
  }

  function notRegisteredHere(c: Context): Promise<Response> {
    return pages.show(c, 'not-registered', { details: notRegistered(siteOf(c, settings)) })
  }

  app.get(REFRESH_PATH, navigationOnly, async (c) => {
    const way = wayOf(c)
    if (!way) return notRegisteredHere(c)
    const cookie = sessions.cookie(c)
    // Without the store the reader goes on as they came: the page asks again in any case.
    const found = cookie && (await sessions.find(cookie).catch(() => undefined))
    if (found) sessions.keepCookie(c, cookie.id, found.session)
    return c.redirect(way.next)
  })

  async function logOut(c: Context, status: 302 | 303): Promise<Response> {
    const way = wayOf(c)
    if (!way) return notRegisteredHere(c)
    let session: StoredSession | undefined
    try {
      session = await sessions.end(c)
    } catch {
      // The session goes on, and whoever shares the computer with the reader has it. So the reader is told.
      return pages.show(c, 'still-logged-in')
    }
    clearPrefetchCache(c)
    settings.onEvent({ type: 'logout', clientId: way.site.clientId })
    const idToken = await sealer.open<string>('id-token', session?.sealedIdToken)
    const state = await sealer.seal('logout', way.next, VISIT_SECONDS)
    const url = await provider.endSessionUrl(idToken, state)
    if (url !== undefined) return c.redirect(url, status)
    mark.set(c)
    return c.redirect(provider.logoutUrl ?? way.next, status)
  }

  app.get('/logout', navigationOnly, (c) => {
    const way = wayOf(c)
    // Whoever else has sent the browser here, its reader may not want that.
    return way && !isInitiatedBy(c, way.site) ? pages.show(c, 'logout-question') : logOut(c, 302)
  })

  app.post('/logout', navigationOnly, async (c) => {
    if (!isSameOriginForm(c, settings.origin)) return pages.show(c, 'logout-question', { status: 403 })
    return logOut(c, 303)
  })

  app.get('/logout/done', navigationOnly, async (c) => {
    const next = await sealer.open<string>('logout', c.req.query('state'))
    return next === undefined ? pages.show(c, 'logged-out') : c.redirect(next)
  })

  return app
}
