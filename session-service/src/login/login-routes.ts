// A login: from the site's page to the provider, and back. The service's own state, nonce and code challenge guard it, bound to the
// browser by a cookie: the site's `state` comes back to the site, as the library sent it.

import { type Context, Hono } from 'hono'
import { randomText } from '../crypto/hash.ts'
import { reasonOf } from '../events.ts'
import { forgetFetchedAhead } from '../http/fetched-ahead.ts'
import { isFromSameSite, navigationOnly } from '../http/origin-of-request.ts'
import { loggedOutMark } from '../logout/logged-out-mark.ts'
import { notRegistered } from '../pages/not-registered.ts'
import { languageFor } from '../pages/pages.ts'
import type { Parts } from '../parts.ts'
import { type LoggedIn, PasswordNotAsked, WeakerLogin } from '../provider/provider.ts'
import { sealCode } from '../redemption/codes.ts'
import { StoreFailure } from '../store/guarded.ts'
import { type LoginOrigin, loginStates } from './login-states.ts'
import { kindOfLost } from './lost-login.ts'
import { PENDING_SECONDS, pendingLogins, type SiteLogin } from './pending-logins.ts'
import { siteLoginOf } from './site-login.ts'

/** By so much clocks may differ without a word. */
const MOST_AHEAD_SECONDS = 30

export function loginRoutes(parts: Parts): Hono {
  const { settings, store, cookies, sealer, sessions, provider, pages } = parts
  const { origin, onEvent } = settings
  const pending = pendingLogins(cookies, sealer)
  const states = loginStates(sealer)
  const mark = loggedOutMark(cookies)
  const app = new Hono()

  /** Sends the browser back to the site (RFC 6749, sections 4.1.2 and 4.1.2.1; RFC 9207). */
  function backTo(
    c: Context,
    { redirectUri, state }: SiteLogin,
    answer: { code: string } | { error: string },
  ): Response {
    const url = new URL(redirectUri)
    for (const [name, value] of Object.entries({ ...answer, state, iss: origin }))
      url.searchParams.set(name, value)
    return c.redirect(url.href)
  }

  function fail(c: Context, site: SiteLogin, error: string, reason: string = error): Response {
    onEvent({ type: 'login-failed', clientId: site.clientId, reason })
    return backTo(c, site, { error })
  }

  app.get('/oauth/authorize', navigationOnly, async (c) => {
    const { search, searchParams } = new URL(c.req.url)
    const asked = siteLoginOf(search, settings)
    if (!asked.site) {
      onEvent({ type: 'login-failed', clientId: undefined, reason: 'not-registered' })
      const details = notRegistered(settings, searchParams.get('client_id'), searchParams.get('redirect_uri'))
      return pages.show(c, 'not-registered', { details })
    }
    const { site, error } = asked
    if (error !== undefined) return fail(c, site, error)
    // The reader would be logged in without a click, by whoever has led them here.
    if (isWithoutQuestion(searchParams) && !isFromSameSite(c))
      return fail(c, site, 'interaction_required', 'led-from-elsewhere')
    const state = await states.make(site.clientId, languageFor(c))
    const isAfterLogout = mark.isThere(c)
    let begun: Awaited<ReturnType<typeof provider.begin>>
    try {
      begun = await provider.begin(searchParams, state.text, isAfterLogout)
    } catch {
      return fail(c, site, 'temporarily_unavailable', 'provider-unreachable')
    }
    if (!begun.ok) return fail(c, site, begun.error)
    const { key, origin } = state
    const facts = { ...begun.proofs, key, begunAt: origin.begunAt, site }
    await pending.keep(c, isAfterLogout ? { ...facts, isAfterLogout } : facts)
    onEvent({ type: 'login-begun', clientId: site.clientId })
    return c.redirect(begun.url)
  })

  app.get('/callback', navigationOnly, async (c) => {
    const { search, searchParams } = new URL(c.req.url)
    const state = await states.read(searchParams.get('state') ?? '')
    const login = state && (await pending.take(c, state.key))
    if (!login) return lost(c, state?.origin)
    const { site } = login
    try {
      // The cookie may have been copied, or come twice at the same time.
      if (!(await store.once(`login ${login.key}`, PENDING_SECONDS * 1000))) return lost(c, state.origin)
      // It began before the reader logged out: the provider was not told to ask for a password.
      if (mark.isThere(c) && !login.isAfterLogout) return fail(c, site, 'login_required', 'ended-meanwhile')
      const error = searchParams.get('error')
      if (error !== null) return fail(c, site, /^[a-z_]{1,64}$/.test(error) ? error : 'server_error')
      const begunAt = login.begunAt ?? state.origin.begunAt
      return await finish(c, site, {
        ...(await provider.finish(search, state.text, login, begunAt)),
        begunAt,
      })
    } catch (cause) {
      return fail(c, site, errorOf(cause), reasonOf(cause))
    }
  })

  /** A login that cannot be finished here, and so cannot be answered by the site. */
  function lost(c: Context, origin: LoginOrigin | undefined): Promise<Response> {
    onEvent({ type: 'login-failed', clientId: origin?.clientId, reason: 'state-unknown' })
    const kind = kindOfLost(origin, c.req.query('error'), sessions.cookie(c) !== undefined)
    return pages.show(c, kind, {
      site: origin && settings.sites.find(origin.clientId),
      locales: origin?.language,
    })
  }

  async function finish(
    c: Context,
    site: SiteLogin,
    loggedIn: LoggedIn & { readonly begunAt: number },
  ): Promise<Response> {
    const { clientId } = site
    const aheadSeconds = Math.round(Number(loggedIn.claims.iat) - Date.now() / 1000)
    if (aheadSeconds > MOST_AHEAD_SECONDS) onEvent({ type: 'provider-clock-ahead', seconds: aheadSeconds })
    const key = await sessions.begin(c, { ...loggedIn, issuer: provider.issuer, clientId })
    if (key === undefined) return fail(c, site, 'login_required', 'ended-meanwhile')
    onEvent({ type: 'login-finished', clientId })
    forgetFetchedAhead(c)
    mark.drop(c)
    // A site that redeems no codes sees one all the same, as the library expects it.
    const code = settings.codeRedemption ? await sealCode(sealer, key, site) : randomText(24)
    return backTo(c, site, { code })
  }

  return app
}

/** Whether the provider is to ask the reader nothing (OpenID Connect Core, section 3.1.2.1). */
const isWithoutQuestion = (query: URLSearchParams): boolean =>
  query.get('prompt')?.split(' ').includes('none') ?? false

/** What the site is told of a login that failed (RFC 6749, section 4.1.2.1). */
function errorOf(cause: unknown): string {
  if (cause instanceof StoreFailure) return 'temporarily_unavailable'
  if (cause instanceof PasswordNotAsked) return 'login_required'
  return cause instanceof WeakerLogin ? 'access_denied' : 'server_error'
}
