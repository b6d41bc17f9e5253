// The authorization response: a redirect to the site, with a code or with an error (RFC 6749, sections 4.1.2 and 4.1.2.1; RFC 9207).

import type { Context } from 'hono'
import type { Settings } from '../options/settings.ts'
import type { SiteLogin } from './pending-logins.ts'

export interface AuthorizationResponse {
  /** Redirects the browser to the site. */
  send(c: Context, site: SiteLogin, parameters: { code: string } | { error: string }): Response
  /** The same for a login that has failed. It is an event, too. @param reason of the event. @default the error */
  sendError(c: Context, site: SiteLogin, error: string, reason?: string): Response
  /** The same for the provider's error. Some of them are what a site that asks with `prompt=none` expects for most readers. */
  sendProviderError(c: Context, site: SiteLogin, error: string, isSilent?: boolean): Response
}

/** The provider needs the reader (OpenID Connect Core, section 3.1.2.6). */
const NEEDS_READER = [
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
]

export function authorizationResponseOf({ origin, onEvent }: Settings): AuthorizationResponse {
  const response: AuthorizationResponse = {
    send(c, { redirectUri, state }, parameters) {
      const url = new URL(redirectUri)
      for (const [name, value] of Object.entries({ ...parameters, state, iss: origin }))
        url.searchParams.set(name, value)
      return c.redirect(url.href)
    },
    sendError(c, site, error, reason = error) {
      onEvent({ type: 'login-failed', clientId: site.clientId, reason })
      return response.send(c, site, { error })
    },
    sendProviderError(c, site, error, isSilent) {
      if (!isSilent || !NEEDS_READER.includes(error)) return response.sendError(c, site, error)
      onEvent({ type: 'login-required', clientId: site.clientId, reason: error })
      return response.send(c, site, { error })
    },
  }
  return response
}
