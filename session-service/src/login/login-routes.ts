// A login begins: from the site's page to the provider. The service's own state, nonce and code challenge guard it, bound to the browser
// by a cookie: the site's `state` comes back to the site, as the library sent it.

import { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { isSameSite, navigationOnly } from '../http/fetch-metadata.ts'
import { loggedOutMark } from '../logout/logged-out-mark.ts'
import { notRegistered } from '../pages/not-registered.ts'
import { languageFor } from '../pages/pages.ts'
import { loginStates } from './login-states.ts'
import { pendingLogins } from './pending-logins.ts'
import { siteLoginOf } from './site-login.ts'
import { wayBackOf } from './way-back.ts'

export function loginRoutes({ settings, cookies, sealer, provider, pages }: Deps): Hono {
  const { onEvent } = settings
  const pending = pendingLogins(cookies, sealer)
  const states = loginStates(sealer)
  const mark = loggedOutMark(cookies)
  const wayBack = wayBackOf(settings)
  const app = new Hono()

  app.get('/oauth/authorize', navigationOnly, async (c) => {
    const { search, searchParams } = new URL(c.req.url)
    const asked = siteLoginOf(search, settings)
    if (!asked.site) {
      onEvent({ type: 'login-failed', clientId: undefined, reason: 'not-registered' })
      const clientId = searchParams.get('client_id')
      const client = clientId ? settings.sites.find(clientId) : undefined
      return pages.show(c, 'not-registered', { details: notRegistered(client) })
    }
    const { site, error } = asked
    if (error !== undefined) return wayBack.failed(c, site, error)
    // The reader would be logged in without a click, by whoever has led them here.
    if (isWithoutQuestion(searchParams) && !isSameSite(c))
      return wayBack.failed(c, site, 'interaction_required', 'led-from-elsewhere')
    const state = await states.make(site.clientId, languageFor(c))
    const isAfterLogout = mark.isThere(c)
    let begun: Awaited<ReturnType<typeof provider.begin>>
    try {
      begun = await provider.begin(searchParams, state.text, isAfterLogout)
    } catch {
      return wayBack.failed(c, site, 'temporarily_unavailable', 'provider-unreachable')
    }
    if (!begun.ok) return wayBack.failed(c, site, begun.error)
    const { key, origin } = state
    const facts = { ...begun.proofs, key, begunAt: origin.begunAt, site }
    await pending.keep(c, isAfterLogout ? { ...facts, isAfterLogout } : facts)
    onEvent({ type: 'login-begun', clientId: site.clientId })
    return c.redirect(begun.url)
  })

  return app
}

/** Whether the provider is to ask the reader nothing (OpenID Connect Core, section 3.1.2.1). */
const isWithoutQuestion = (query: URLSearchParams): boolean =>
  query.get('prompt')?.split(' ').includes('none') ?? false
