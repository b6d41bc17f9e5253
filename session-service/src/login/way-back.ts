// The way back to the site, with a code or with an error (RFC 6749, sections 4.1.2 and 4.1.2.1; RFC 9207).

import type { Context } from 'hono'
import type { Settings } from '../options/settings.ts'
import type { SiteLogin } from './pending-logins.ts'

export interface WayBack {
  /** Sends the browser back to the site. */
  to(c: Context, site: SiteLogin, answer: { code: string } | { error: string }): Response
  /** The same for a login that has failed, which is told. @param reason @default the error */
  failed(c: Context, site: SiteLogin, error: string, reason?: string): Response
}

export function wayBackOf({ origin, onEvent }: Settings): WayBack {
  const wayBack: WayBack = {
    to(c, { redirectUri, state }, answer) {
      const url = new URL(redirectUri)
      for (const [name, value] of Object.entries({ ...answer, state, iss: origin }))
        url.searchParams.set(name, value)
      return c.redirect(url.href)
    },
    failed(c, site, error, reason = error) {
      onEvent({ type: 'login-failed', clientId: site.clientId, reason })
      return wayBack.to(c, site, { error })
    },
  }
  return wayBack
}
