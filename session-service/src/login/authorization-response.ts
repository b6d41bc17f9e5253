// The authorization response: a redirect to the site, with a code or with an error (RFC 6749, sections 4.1.2 and 4.1.2.1; RFC 9207).

import type { Context } from 'hono'
import type { Settings } from '../options/settings.ts'
import type { SiteLogin } from './pending-logins.ts'

export interface AuthorizationResponse {
  /** Redirects the browser to the site. */
  send(c: Context, site: SiteLogin, parameters: { code: string } | { error: string }): Response
  /** The same for a login that has failed. It is an event, too. @param reason of the event. @default the error */
  sendError(c: Context, site: SiteLogin, error: string, reason?: string): Response
}

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
  }
  return response
}
