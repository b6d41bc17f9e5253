// The logout and the refresh of the session cookie: addresses to which a page navigates. Each redirects the browser, and only to an address
// that is registered for the client.

import { type Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { clearPrefetchCache } from '../http/clear-prefetch-cache.ts'
import { siteOf } from '../http/cors.ts'
import { isInitiatedBy, isSameOriginForm, navigationOnly } from '../http/fetch-metadata.ts'
import { isRegisteredRedirect, type Site } from '../options/site.ts'
import { notRegistered } from '../pages/not-registered.ts'
import { REFRESH_PATH } from '../session/session-routes.ts'
import type { StoredSession } from '../store/session-store.ts'
import { loggedOutCookie } from './logged-out-cookie.ts'

/** How long the `state` of a logout counts: as long as a reader may take on the provider's page. */
const STATE_SECONDS = 3600

export function navigationRoutes({ settings, cookies, sessions, sealer, provider, pages }: Deps): Hono {
  const loggedOut = loggedOutCookie(cookies)
  const app = new Hono()

  /** The site that the request names, and its `redirect_uri`, if that is registered. */
  function redirectOf(c: Context): { site: Site; redirectUri: string } | undefined {
    const site = siteOf(c, settings)
    const [uri, another] = new URL(c.req.url).searchParams.getAll('redirect_uri')
    if (!site || !uri || another !== undefined) return undefined
    return isRegisteredRedirect(site, uri) ? { site, redirectUri: uri } : undefined
  }

  function notRegisteredHere(c: Context): Promise<Response> {
    return pages.show(c, 'not-registered', { details: notRegistered(siteOf(c, settings)) })
  }

  app.get(REFRESH_PATH, navigationOnly, async (c) => {
    const redirect = redirectOf(c)
    if (!redirect) return notRegisteredHere(c)
    const cookie = sessions.cookie(c)
    // If the store fails, the cookie stays as it is: the page makes its session call again in any case.
    const found = cookie && (await sessions.find(cookie).catch(() => undefined))
    if (found) sessions.keepCookie(c, cookie.id, found.session)
    return c.redirect(redirect.redirectUri)
  })

  async function logOut(c: Context, status: 302 | 303): Promise<Response> {
    const redirect = redirectOf(c)
    if (!redirect) return notRegisteredHere(c)
    let session: StoredSession | undefined
    try {
      session = await sessions.end(c)
    } catch {
      // The session goes on, also for others who use this computer. So the reader is told.
      return pages.show(c, 'logout-failed')
    }
    clearPrefetchCache(c)
    settings.onEvent({ type: 'logout', clientId: redirect.site.clientId })
    const idToken = await sealer.open<string>('id-token', session?.sealedIdToken)
    const state = await sealer.seal('logout', redirect.redirectUri, STATE_SECONDS)
    const url = await provider.endSessionUrl(idToken, state)
    if (url !== undefined) return c.redirect(url, status)
    loggedOut.set(c)
    return c.redirect(provider.logoutUrl ?? redirect.redirectUri, status)
  }

  app.get('/logout', navigationOnly, (c) => {
    const redirect = redirectOf(c)
    // A page of another site may have caused the navigation, without the reader's wish.
    return redirect && !isInitiatedBy(c, redirect.site) ? pages.show(c, 'logout-confirm') : logOut(c, 302)
  })

  app.post('/logout', navigationOnly, async (c) => {
    if (!isSameOriginForm(c, settings.origin)) return pages.show(c, 'logout-confirm', { status: 403 })
    return logOut(c, 303)
  })

  app.get('/logout/done', navigationOnly, async (c) => {
    const redirectUri = await sealer.open<string>('logout', c.req.query('state'))
    return redirectUri === undefined ? pages.show(c, 'logged-out') : c.redirect(redirectUri)
  })

  return app
}
