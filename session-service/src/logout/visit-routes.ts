// Full-page visits that end or renew what the browser has. Each sends the browser on, and only to an address that is registered for
// the client.

import { type Context, Hono } from 'hono'
import { html } from 'hono/html'
import { forgetFetchedAhead } from '../http/fetched-ahead.ts'
import { isFromThisSite, isOwnForm, navigationOnly } from '../http/origin-of-request.ts'
import { siteOf } from '../http/readable.ts'
import { isReturnAddressOf, type Site } from '../options/site.ts'
import type { Parts } from '../parts.ts'
import { REFRESH_PATH } from '../session/session-routes.ts'
import { RETRY_SECONDS } from '../store/guarded.ts'
import type { StoredSession } from '../store/session-store.ts'

const NOT_REGISTERED =
  'The client or the redirect URI is not registered here. Give the redirect URI character for character.'
/** How long a reader may take at the provider's page. */
const VISIT_SECONDS = 600

export function visitRoutes({ settings, sessions, sealer, provider }: Parts): Hono {
  const app = new Hono()

  /** Where the visit goes on, and for which site. */
  function wayOf(c: Context): { site: Site; next: string } | undefined {
    const site = siteOf(c, settings)
    const [next, twin] = c.req.queries('redirect_uri') ?? []
    if (!site || next === undefined || twin !== undefined) return undefined
    return isReturnAddressOf(site, next) ? { site, next } : undefined
  }

  app.get(REFRESH_PATH, navigationOnly, async (c) => {
    const way = wayOf(c)
    if (!way) return c.text(NOT_REGISTERED, 400)
    const cookie = sessions.cookie(c)
    // Without the store the reader goes on as they came: the page asks again in any case.
    const found = cookie && (await sessions.find(cookie).catch(() => undefined))
    if (found) sessions.keepCookie(c, cookie.id, found.session)
    return c.redirect(way.next)
  })

  async function logOut(c: Context, status: 302 | 303): Promise<Response> {
    const way = wayOf(c)
    if (!way) return c.text(NOT_REGISTERED, 400)
    let session: StoredSession | undefined
    try {
      session = await sessions.end(c)
    } catch {
      return notLoggedOut(c, way.next)
    }
    forgetFetchedAhead(c)
    settings.onEvent({ type: 'logout', clientId: way.site.clientId })
    const idToken = await sealer.open<string>('id-token', session?.sealedIdToken)
    const state = await sealer.seal('logout', way.next, VISIT_SECONDS)
    return c.redirect((await provider.endSessionUrl(idToken, state)) ?? way.next, status)
  }

  /** The session goes on, and whoever shares the computer with the reader has it. So the reader is told. */
  function notLoggedOut(c: Context, next: string): Response | Promise<Response> {
    const { pathname, search } = new URL(c.req.url)
    c.header('retry-after', RETRY_SECONDS)
    return c.html(stillLoggedIn(pathname + search, next), 503)
  }

  app.get('/logout', navigationOnly, (c) => {
    if (isFromThisSite(c)) return logOut(c, 302)
    if (!wayOf(c)) return c.text(NOT_REGISTERED, 400)
    // Somebody else has sent the browser here. Its reader may not want that.
    // By its own policy the form says from where it is posted.
    c.header('referrer-policy', 'same-origin')
    c.header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
    return c.html(confirmation)
  })

  app.post('/logout', navigationOnly, async (c) => {
    if (!isOwnForm(c, settings.origin)) return c.text('This form is not of the service.', 403)
    return logOut(c, 303)
  })

  app.get('/logout/done', navigationOnly, async (c) => {
    const next = await sealer.open<string>('logout', c.req.query('state'))
    return next === undefined ? c.text('You are logged out.') : c.redirect(next)
  })

  return app
}

const confirmation = html`<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Log out</title><form method="post"><p>Do you want to log out?</p><button>Log out</button></form></html>`

const stillLoggedIn = (
  again: string,
  next: string,
) => html`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>You are still logged in</title><h1>You are still logged in</h1>
<p>We could not log you out just now.</p><p><a href="${again}">Log out again</a></p><p><a href="${next}">Back to the site</a></p></html>`
