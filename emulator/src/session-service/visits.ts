// Full-page visits to a session service: to have the session cookie refreshed, and to log out. Both send the
// browser on, and only to an address that is registered for the client.

import { type Context, Hono } from 'hono'
import { endSessionUrl } from '../account/end-session.ts'
import type { EmulatorContext } from '../context.ts'
import { frontPageUrl, type Publisher } from '../publishers.ts'
import { ownClient } from './client-sdrn.ts'
import { deleteSessionCookie, sessionIdOf, sessionOf, setSessionCookie } from './session-cookie.ts'
import { REFRESH_PATH } from './session-endpoint.ts'

export function visitRoutes(context: EmulatorContext, publisher: Publisher): Hono {
  const { store, faults, address, redirects } = context
  const app = new Hono()

  function nextOf(c: Context): string | undefined {
    const next = c.req.query('redirect_uri') ?? frontPageUrl(publisher, address)
    const client = ownClient(c, context, publisher)
    return client !== undefined && redirects.allows(client, next) ? next : undefined
  }

  function refuse(c: Context): Response {
    return c.text('The client or the redirect URI is not registered here.', 400)
  }

  app.get(REFRESH_PATH, (c) => {
    const next = nextOf(c)
    if (next === undefined) return refuse(c)
    const session = sessionOf(c, context, publisher)
    if (session !== undefined && faults.current.session !== 'refresh-refused') {
      store.siteSessions.refresh(session.id)
      setSessionCookie(c, session)
    }
    return c.redirect(next)
  })

  app.get('/logout', (c) => {
    const next = nextOf(c)
    if (next === undefined) return refuse(c)
    const id = sessionIdOf(c)
    if (id !== undefined) store.siteSessions.end(id)
    deleteSessionCookie(c)
    return c.redirect(endSessionUrl(context, next))
  })

  return app
}
