// The provider ends sessions: it tells the service directly (OpenID Connect Back-Channel Logout 1.0), or by the reader's browser
// (OpenID Connect Front-Channel Logout 1.0).

import { Hono } from 'hono'
import { sha256 } from '../crypto/hash.ts'
import type { Deps } from '../deps.ts'
import { reasonOf } from '../events.ts'
import { serversOnly } from '../http/fetch-metadata.ts'
import { formOf } from '../http/form.ts'
import { LOGOUT_TOKEN_SECONDS, type LogoutToken } from '../provider/logout-token.ts'

/** Longer than any token of that id is taken. */
const USED_MS = (LOGOUT_TOKEN_SECONDS + 120) * 1000
const MAX_ID_LENGTH = 255

/**
 * How long a code of the ended session may still be on its way (RFC 6749, section 4.1.2). A login as a whole may take longer. What the
 * provider answers after the end is a new login.
 */
const REMEMBERED_MS = 600_000

export function providerLogoutRoutes(deps: Deps): Hono {
  const { settings, store, ids, provider } = deps
  const { onEvent } = settings
  const app = new Hono()

  const idOf = (sid: string): string => ids.providerSession(provider.issuer, sid)

  /** Ends whom a token names, and refuses those that are about to begin. @returns how many sessions have ended */
  async function endFor({ sid, subject, issuedAt }: LogoutToken): Promise<number> {
    const ended = sid ? await store.deleteByProviderSession(idOf(sid), REMEMBERED_MS) : 0
    if (!subject) return ended
    const reader = ids.reader(provider.issuer, subject)
    // Some providers name the session in the logout token alone, and not in the ID token: it is not known by its `sid` then.
    const isKnownBySid =
      sid !== undefined &&
      (await store.readBySubject(reader)).every(({ session }) => session.providerSession !== undefined)
    if (isKnownBySid) return ended
    // Both moments are the provider's: a login that came after the logout stays.
    return ended + (await store.deleteBySubject(reader, issuedAt, REMEMBERED_MS))
  }

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
    const ended = await endFor(token)
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
      if (iss !== provider.issuer || !sid || sid.length > MAX_ID_LENGTH) {
        onEvent({ type: 'provider-logout-refused', channel: 'front', reason: 'no-subject' })
        return c.text('', 400)
      }
      // Anybody may call this address. So it writes only where there is a session to end.
      const isThere = (await store.readByProviderSession(idOf(sid))).length > 0
      const ended = isThere ? await store.deleteByProviderSession(idOf(sid), REMEMBERED_MS) : 0
      onEvent({ type: 'provider-logout', channel: 'front', ended })
      return c.text('')
    })

  return app
}
