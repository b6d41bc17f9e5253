// The authorization response: a redirect to the site, with a code or with an error (RFC 6749, sections 4.1.2 and 4.1.2.1; RFC 9207).

import type { Context } from 'hono'
import type { Settings } from '../options/settings.ts'
import type { SiteLogin } from './pending-logins.ts'

export interface AuthorizationResponse {
  /** Redirects the browser to the site. */
  send(c: Context, site: SiteLogin, parameters: { code: string } | { error: string }): Response
  /** The same for a login without a session. It is an event, too: `login-failed`, or `login-required` where a silent login needs the reader. */
  sendError(c: Context, site: SiteLogin, error: string, details?: ErrorDetails): Response
}

interface ErrorDetails {
  /** Of the event. @default the error */
  reason?: string
  /** Whether the login has `prompt=none`: most readers of a site that asks so are not logged in. */
  isSilent?: boolean | undefined
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
    sendError(c, site, error, { reason = error, isSilent = false } = {}) {
      const type = isSilent && NEEDS_READER.includes(reason) ? 'login-required' : 'login-failed'
      onEvent({ type, clientId: site.clientId, reason })
      return response.send(c, site, { error })
    },
  }
  return response
}
