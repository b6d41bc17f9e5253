// A login ends: the browser comes back from the provider. What it brings is redeemed once. Where the store fails, the login is not used
// up: the reader loads the page again.

import { type Context, Hono } from 'hono'
import { randomText } from '../crypto/hash.ts'
import type { Deps } from '../deps.ts'
import { reasonOf } from '../events.ts'
import { clearPrefetchCache } from '../http/clear-prefetch-cache.ts'
import { navigationOnly } from '../http/fetch-metadata.ts'
import { loggedOutMark } from '../logout/logged-out-mark.ts'
import type { PageKind } from '../pages/page.ts'
import { type LoggedIn, PasswordNotAsked, WeakerLogin } from '../provider/provider.ts'
import { sealCode } from '../redemption/codes.ts'
import { StoreFailure } from '../store/guarded.ts'
import { type LoginOrigin, loginStates } from './login-states.ts'
import { kindOfLost } from './lost-login.ts'
import { PENDING_SECONDS, type PendingLogin, pendingLogins, type SiteLogin } from './pending-logins.ts'
import { wayBackOf } from './way-back.ts'

/** By so much clocks may differ without a word. */
const MOST_AHEAD_SECONDS = 30

export function callbackRoutes({ settings, store, cookies, sealer, sessions, provider, pages }: Deps): Hono {
  const { onEvent } = settings
  const pending = pendingLogins(cookies, sealer)
  const states = loginStates(sealer)
  const mark = loggedOutMark(cookies)
  const wayBack = wayBackOf(settings)
  const app = new Hono()

  app.get('/callback', navigationOnly, async (c) => {
    const state = await states.read(c.req.query('state') ?? '')
    const login = state && (await pending.take(c, state.key))
    if (!login) return lost(c, state?.origin)
    const { site, key, attempt = 0, isSilent } = login
    let { loggedIn } = login
    try {
      // The cookie may have been copied, or come twice at the same time.
      const isFirst = await store.once(`login ${key} ${attempt}`, PENDING_SECONDS * 1000)
      if (!isFirst) return lost(c, state.origin)
      // It began before the reader logged out: the provider was not told to ask for a password.
      if (mark.isThere(c) && !login.isAfterLogout) return ended(c, login, state.origin)
      const error = c.req.query('error')
      if (error !== undefined)
        return wayBack.failed(c, site, /^[a-z_]{1,64}$/.test(error) ? error : 'server_error')
      const begunAt = login.begunAt ?? state.origin.begunAt
      loggedIn ??= await provider.finish(new URL(c.req.url).search, state.text, login, begunAt)
      const code = await begin(c, site, { ...loggedIn, begunAt })
      return code === undefined ? ended(c, login, state.origin) : wayBack.to(c, site, { code })
    } catch (cause) {
      const reason = reasonOf(cause)
      const failed = (): Response => wayBack.failed(c, site, errorOf(cause), reason)
      // Who is to see nothing is not kept waiting.
      if (!(cause instanceof StoreFailure) || isSilent) return failed()
      // What the provider has answered is not asked for twice.
      const again = { ...login, attempt: attempt + 1, loggedIn: loggedIn && withoutToken(loggedIn) }
      return (await pending.keep(c, again)) ? showFailed(c, 'login-later', state.origin, reason) : failed()
    }
  })

  /** A login that cannot be finished here, and so cannot be answered by the site. */
  function lost(c: Context, origin: LoginOrigin | undefined): Promise<Response> {
    const kind = kindOfLost(origin, c.req.query('error'), sessions.cookie(c) !== undefined)
    return showFailed(c, kind, origin, 'state-unknown')
  }

  /** Tells the reader of a login that has failed, in the place of the site. */
  function showFailed(
    c: Context,
    kind: PageKind,
    origin: LoginOrigin | undefined,
    reason: string,
  ): Promise<Response> {
    onEvent({ type: 'login-failed', clientId: origin?.clientId, reason })
    const site = origin && settings.sites.find(origin.clientId)
    return pages.show(c, kind, { site, locales: origin?.language })
  }

  /** A login that was ended meanwhile, by a logout, or by whoever runs the service. */
  function ended(
    c: Context,
    { site, isSilent }: PendingLogin,
    origin: LoginOrigin,
  ): Response | Promise<Response> {
    const reason = 'ended-meanwhile'
    return isSilent
      ? wayBack.failed(c, site, 'login_required', reason)
      : showFailed(c, 'login-ended', origin, reason)
  }

  /** Begins the session. @returns a code for the site; undefined when the session has ended meanwhile */
  async function begin(c: Context, site: SiteLogin, loggedIn: Begun): Promise<string | undefined> {
    const { clientId } = site
    const aheadSeconds = Math.round(Number(loggedIn.claims.iat) - Date.now() / 1000)
    if (aheadSeconds > MOST_AHEAD_SECONDS) onEvent({ type: 'provider-clock-ahead', seconds: aheadSeconds })
    const key = await sessions.begin(c, { ...loggedIn, issuer: provider.issuer, clientId })
    if (key === undefined) return undefined
    onEvent({ type: 'login-finished', clientId })
    clearPrefetchCache(c)
    mark.drop(c)
    // A site that redeems no codes sees one all the same, as the library expects it.
    return settings.codeRedemption ? sealCode(sealer, key, site) : randomText(24)
  }

  return app
}

/** Whom the provider has logged in. The ID token may be too long for a cookie. */
type Begun = Omit<LoggedIn, 'idToken'> & { readonly idToken?: string; readonly begunAt: number }

const withoutToken = ({ subject, claims }: Omit<LoggedIn, 'idToken'>): Omit<LoggedIn, 'idToken'> => ({
  subject,
  claims,
})

/** What the site is told of a login that failed (RFC 6749, section 4.1.2.1). */
function errorOf(cause: unknown): string {
  if (cause instanceof StoreFailure) return 'temporarily_unavailable'
  if (cause instanceof PasswordNotAsked) return 'login_required'
  return cause instanceof WeakerLogin ? 'access_denied' : 'server_error'
}
