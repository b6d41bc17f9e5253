// How a session service learns of a login. The site's back end has exchanged the code; it hands the ID token
// over (back channel, as the client) and gets a one-time ticket for the browser to bring along (front channel).
// The ticket is good for a minute, once, and only in the browser that logged in: that one holds a cookie, set by
// the site for their common domain, whose hash the back end named. So nobody is logged in by a link.

import { createHash, randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { basicAuth } from 'hono/basic-auth'
import { getCookie } from 'hono/cookie'
import type { EmulatorContext } from '../context.ts'
import { formOf } from '../http/form.ts'
import type { Publisher } from '../publishers.ts'
import { SESSION_COOKIE, setSessionCookie } from './session-cookie.ts'
import type { TokenChecks } from './tokens.ts'

/** Cookie by which the session service knows the browser that just logged in at the site. */
export const HANDOVER_COOKIE = 'handover'

const KIND = 'session-ticket'
const TICKET_LIFETIME_MS = 60_000
const SESSION_LIFETIME_MS = 8 * 3_600_000

interface Ticket {
  readonly clientId: string
  readonly uuid: string
  readonly sid: string
  readonly browser: string
  readonly next: string
}

/** What the ticket is bound to: not the cookie itself, so that a ticket request gives nothing away. */
export function browserHash(handover: string): string {
  return createHash('sha256').update(handover).digest('base64url')
}

export function startSessionRoutes(
  context: EmulatorContext,
  publisher: Publisher,
  tokens: TokenChecks,
): Hono {
  const { store, redirects } = context
  const app = new Hono()

  app.use('/tickets', basicAuth({ username: publisher.clientId, password: publisher.clientSecret }))
  app.post('/tickets', async (c) => {
    const { id_token: idToken = '', browser = '', next = '' } = await formOf(c)
    if (!URL.canParse(next) || !redirects.allowsOrigin(publisher, new URL(next).origin)) {
      return c.json({ error: 'next' }, 400)
    }
    let login: { uuid: string; sid: string }
    try {
      login = await tokens.idToken(idToken)
    } catch {
      return c.json({ error: 'id_token' }, 400)
    }
    const ticket = randomBytes(24).toString('base64url')
    const value: Ticket = { clientId: publisher.clientId, ...login, browser, next }
    store.records.put(KIND, ticket, value, TICKET_LIFETIME_MS)
    return c.json({ ticket }, 201)
  })

  app.get('/session-start', (c) => {
    const ticket = store.records.take<Ticket>(KIND, c.req.query('ticket') ?? '')
    const handover = getCookie(c, HANDOVER_COOKIE)
    const ours = ticket?.clientId === publisher.clientId
    if (!ticket || !ours || handover === undefined || browserHash(handover) !== ticket.browser) {
      return c.text('This log-in link was used before, is too old, or belongs to another browser.', 400)
    }
    const earlier = getCookie(c, SESSION_COOKIE)
    if (earlier !== undefined) store.siteSessions.end(earlier)
    store.users.connect(ticket.uuid, publisher.merchantId)
    const session = store.siteSessions.start(publisher.clientId, ticket.uuid, ticket.sid, SESSION_LIFETIME_MS)
    setSessionCookie(c, session)
    return c.redirect(ticket.next)
  })

  return app
}
