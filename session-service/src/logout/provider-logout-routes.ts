// The provider ends sessions: it tells the service directly (OpenID Connect Back-Channel Logout 1.0), or by the reader's browser
// (OpenID Connect Front-Channel Logout 1.0).

import { Hono } from 'hono'
import { sha256 } from '../crypto/hash.ts'
import { reasonOf } from '../events.ts'
import { formOf } from '../http/form.ts'
import { serversOnly } from '../http/origin-of-request.ts'
import type { Parts } from '../parts.ts'
import { LOGOUT_TOKEN_SECONDS, type LogoutToken } from '../provider/logout-token.ts'
import { endSessions } from './end-sessions.ts'

/** Longer than any token of that id is taken. */
const USED_MS = (LOGOUT_TOKEN_SECONDS + 120) * 1000
const LONGEST_ID = 255

export function providerLogoutRoutes(parts: Parts): Hono {
  const { settings, store, provider } = parts
  const { onEvent } = settings
  const app = new Hono()

  app.post('/backchannel-logout', serversOnly, async (c) => {
    const refuse = (reason: string): Response => {
      onEvent({ type: 'provider-logout-refused', channel: 'back', reason })
      return c.json({ error: 'invalid_request' }, 400)
    }
    const field = await formOf(c.req.raw)
    let token: LogoutToken
    try {
      token = await provider.logoutToken(field('logout_token') ?? '')
    } catch (cause) {
      return refuse(reasonOf(cause))
    }
    // First of all: when the store fails, the provider may send the same token again. A token that came before ends nothing anew,
    // since a later session has another `sid`, or is newer than the token.
    const { sid, subject = '', issuedAt } = token
    const ended = await endSessions(parts, sid === undefined ? { subject } : { sid }, issuedAt)
    if (!(await store.once(`logout ${sha256(token.jti)}`, USED_MS))) return refuse('replayed')
    onEvent({ type: 'provider-logout', channel: 'back', ended })
    return c.body(null, 200)
  })

  if (settings.provider.frontChannelLogout)
    app.get('/frontchannel-logout', async (c) => {
      const { iss, sid } = c.req.query()
      // The provider's page shows it, in a frame. There, most browsers send no cookie: the session is found by its id.
      c.header(
        'content-security-policy',
        `default-src 'none'; frame-ancestors ${new URL(provider.issuer).origin}`,
      )
      if (iss !== provider.issuer || !sid || sid.length > LONGEST_ID) {
        onEvent({ type: 'provider-logout-refused', channel: 'front', reason: 'names-nobody' })
        return c.text('', 400)
      }
      const ended = await endSessions(parts, { sid })
      onEvent({ type: 'provider-logout', channel: 'front', ended })
      return c.text('')
    })

  return app
}
