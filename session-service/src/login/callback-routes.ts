// A login ends: the browser comes back from the provider. A login is finished once. If the store fails, the login stays pending: the reader
// loads the page again.

import { type Context, Hono } from 'hono'
import { randomText } from '../crypto/hash.ts'
import type { Deps } from '../deps.ts'
import { reasonOf } from '../events.ts'
import { clearPrefetchCache } from '../http/clear-prefetch-cache.ts'
import { navigationOnly } from '../http/fetch-metadata.ts'
import { loggedOutCookie } from '../logout/logged-out-cookie.ts'
import type { PageKind } from '../pages/page.ts'
import { AcrMismatch, type LoggedIn, NotReauthenticated } from '../provider/provider.ts'
import { sealCode } from '../redemption/codes.ts'
import { StoreFailure } from '../store/with-timeout.ts'
import { authorizationResponseOf } from './authorization-response.ts'
import { loginStates, type StateData } from './login-states.ts'
import { pageForMissingCookie } from './missing-cookie.ts'
import { PENDING_SECONDS, type PendingLogin, pendingLogins, type SiteLogin } from './pending-logins.ts'

/** A clock skew up to this is no event. */
const MAX_SKEW_SECONDS = 30

export function callbackRoutes({ settings, store, cookies, sealer, sessions, provider, pages }: Deps): Hono {
  const { onEvent } = settings
  const pending = pendingLogins(cookies, sealer)
  const states = loginStates(sealer)
  const loggedOut = loggedOutCookie(cookies)
  const authorizationResponse = authorizationResponseOf(settings)
  const app = new Hono()

  app.get('/callback', navigationOnly, async (c) => {
    const state = await states.read(c.req.query('state') ?? '')
    const login = state && (await pending.take(c, state.key))
    if (!login) return cookieMissing(c, state?.data)
    const { site, key, attempt = 0, isSilent } = login
    let { loggedIn } = login
    try {
      // The cookie may have been copied, or come twice at the same time.
      const isFirst = await store.once(`login ${key} ${attempt}`, PENDING_SECONDS * 1000)
      if (!isFirst) return cookieMissing(c, state.data)
      // The login began before the reader logged out: the provider was not told to ask for a password.
      if (loggedOut.isSet(c) && !login.isAfterLogout) return ended(c, login, state.data)
      const error = c.req.query('error')
      if (error !== undefined) {
        const known = /^[a-z_]{1,64}$/.test(error) ? error : 'server_error'
        return authorizationResponse.sendError(c, site, known, { isSilent })
      }
      const begunAt = login.begunAt ?? state.data.begunAt
      loggedIn ??= await provider.finish(new URL(c.req.url).search, state.text, login, begunAt)
      const code = await begin(c, site, { ...loggedIn, begunAt })
      return code === undefined ? ended(c, login, state.data) : authorizationResponse.send(c, site, { code })
    } catch (cause) {
      const reason = reasonOf(cause)
      const failed = (): Response => authorizationResponse.sendError(c, site, errorOf(cause), { reason })
      // A login with `prompt=none` shows no page.
      if (!(cause instanceof StoreFailure) || isSilent) return failed()
      // A code of the provider is redeemed once: so the cookie keeps who has logged in.
      const again = { ...login, attempt: attempt + 1, loggedIn: loggedIn && withoutToken(loggedIn) }
      return (await pending.keep(c, again)) ? showFailed(c, 'login-retry', state.data, reason) : failed()
    }
  })

  /** The login cannot be finished in this browser, and the site cannot be told. */
  function cookieMissing(c: Context, data: StateData | undefined): Promise<Response> {
    const kind = pageForMissingCookie(data, c.req.query('error'), sessions.cookie(c) !== undefined)
    return showFailed(c, kind, data, 'state-unknown')
  }

  /** Shows a page of the service: the site cannot tell the reader that the login has failed. */
  function showFailed(
    c: Context,
    kind: PageKind,
    data: StateData | undefined,
    reason: string,
  ): Promise<Response> {
    onEvent({ type: 'login-failed', clientId: data?.clientId, reason })
    const site = data && settings.sites.find(data.clientId)
    return pages.show(c, kind, { site, locales: data?.language })
  }

  /** The session was ended while the reader logged in: by a logout, or by an operator. */
  function ended(
    c: Context,
    { site, isSilent }: PendingLogin,
    data: StateData,
  ): Response | Promise<Response> {
    const reason = 'ended-meanwhile'
    return isSilent
      ? authorizationResponse.sendError(c, site, 'login_required', { reason })
      : showFailed(c, 'login-ended', data, reason)
  }

  /** Begins the session. @returns a code for the site; undefined when the session has ended meanwhile */
  async function begin(c: Context, site: SiteLogin, loggedIn: CompletedLogin): Promise<string | undefined> {
    const { clientId } = site
    const skewSeconds = Math.round(Number(loggedIn.claims.iat) - Date.now() / 1000)
    if (skewSeconds > MAX_SKEW_SECONDS) onEvent({ type: 'provider-clock-skew', seconds: skewSeconds })
    const key = await sessions.begin(c, { ...loggedIn, issuer: provider.issuer, clientId })
    if (key === undefined) return undefined
    onEvent({ type: 'login-succeeded', clientId })
    clearPrefetchCache(c)
    loggedOut.delete(c)
    // A site that redeems no codes gets one all the same: the library expects it.
    return settings.codeRedemption ? sealCode(sealer, key, site) : randomText(24)
  }

  return app
}

/** A login that the provider has finished. The ID token may be missing: it may have been too long for the cookie. */
type CompletedLogin = Omit<LoggedIn, 'idToken'> & { readonly idToken?: string; readonly begunAt: number }

const withoutToken = ({ subject, claims }: Omit<LoggedIn, 'idToken'>): Omit<LoggedIn, 'idToken'> => ({
  subject,
  claims,
})

/** The error of OAuth with which the site learns of a failed login (RFC 6749, section 4.1.2.1). */
function errorOf(cause: unknown): string {
  if (cause instanceof StoreFailure) return 'temporarily_unavailable'
  if (cause instanceof NotReauthenticated) return 'login_required'
  return cause instanceof AcrMismatch ? 'access_denied' : 'server_error'
}
