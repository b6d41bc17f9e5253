// A login begins: the site's page sends the browser here, and the service redirects it to the provider. The service's own state, nonce and
// code challenge guard the login, bound to the browser by a cookie. The site gets its own `state` back, as the library sent it.

import { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { isSameSite, navigationOnly } from '../http/fetch-metadata.ts'
import { loggedOutCookie } from '../logout/logged-out-cookie.ts'
import { notRegistered } from '../pages/not-registered.ts'
import { languageFor } from '../pages/pages.ts'
import { authorizationResponseOf } from './authorization-response.ts'
import { loginStates } from './login-states.ts'
import { pendingLogins } from './pending-logins.ts'
import { siteLoginOf } from './site-login.ts'

export function loginRoutes({ settings, cookies, sealer, provider, pages }: Deps): Hono {
  const { onEvent } = settings
  const pending = pendingLogins(cookies, sealer)
  const states = loginStates(sealer)
  const loggedOut = loggedOutCookie(cookies)
  const authorizationResponse = authorizationResponseOf(settings)
  const app = new Hono()

  app.get('/oauth/authorize', navigationOnly, async (c) => {
    const { search, searchParams } = new URL(c.req.url)
    const request = siteLoginOf(search, settings)
    if (!request.site) {
      onEvent({ type: 'login-failed', clientId: undefined, reason: 'not-registered' })
      const clientId = searchParams.get('client_id')
      const client = clientId ? settings.sites.find(clientId) : undefined
      return pages.show(c, 'not-registered', { details: notRegistered(client) })
    }
    const { site, error } = request
    if (error !== undefined) return authorizationResponse.sendError(c, site, error)
    // Any other site could log the reader in without a click.
    const isSilent = hasPromptNone(searchParams)
    if (isSilent && !isSameSite(c))
      return authorizationResponse.sendError(c, site, 'interaction_required', { reason: 'not-same-site' })
    const state = await states.make(site.clientId, languageFor(c))
    const isAfterLogout = loggedOut.isSet(c)
    let begun: Awaited<ReturnType<typeof provider.begin>>
    try {
      begun = await provider.begin(searchParams, state.text, isAfterLogout)
    } catch {
      return authorizationResponse.sendError(c, site, 'temporarily_unavailable', {
        reason: 'provider-unreachable',
      })
    }
    if (!begun.ok) return authorizationResponse.sendError(c, site, begun.error, { isSilent })
    const { key, data } = state
    const facts = { ...begun.checks, key, begunAt: data.begunAt, site }
    await pending.keep(c, isAfterLogout ? { ...facts, isAfterLogout } : facts)
    onEvent({ type: 'login-started', clientId: site.clientId })
    return c.redirect(begun.url)
  })

  return app
}

/** Whether the request has `prompt=none` (OpenID Connect Core, section 3.1.2.1). */
const hasPromptNone = (query: URLSearchParams): boolean =>
  query.get('prompt')?.split(' ').includes('none') ?? false
