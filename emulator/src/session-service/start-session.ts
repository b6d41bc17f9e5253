// How a session service learns of a login. The site's server has exchanged the code, and sends the browser here to
// be known by a cookie of this host; it comes back with the cookie's hash. With that, the server hands the ID token
// over (back channel, as the client) and gets a one-time ticket for the browser to bring along (front channel). The
// ticket is good for a minute, once, and only in the browser that has the cookie. So nobody is logged in by a link,
// nor by cookies that a host beside this one sets for their common domain.

import { createHash, randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { basicAuth } from 'hono/basic-auth'
import type { SessionService } from 'portico-session-service'
import type { EmulatorContext } from '../context.ts'
import { formOf } from '../http/form.ts'
import { hostCookie, setHostCookie } from '../http/host-cookies.ts'
import type { Publisher } from '../publishers.ts'
import { beginSession } from './begin-session.ts'
import { isOwnAddress } from './own-address.ts'
import type { LoggedIn, TokenChecks } from './tokens.ts'

/** Cookie by which the session service knows the browser that just logged in at the site. */
const BROWSER_COOKIE = 'session-start'
const BROWSER_SECONDS = 300

const KIND = 'session-ticket'
const TICKET_LIFETIME_MS = 60_000

interface Ticket extends LoggedIn {
  readonly browser: string
  readonly next: string
}

/** What the ticket is bound to: not the cookie itself, so that the way to the site and back gives nothing away. */
function hashOf(browser: string): string {
  return createHash('sha256').update(browser).digest('base64url')
}

export function startSessionRoutes(
  context: EmulatorContext,
  publisher: Publisher,
  service: SessionService,
  tokens: TokenChecks,
): Hono {
  const { store, clients } = context
  const app = new Hono()

  /** A client of the publisher that has a secret, and knows it. */
  function isClient(clientId: string, secret: string): boolean {
    const client = clients.at(publisher, clientId)
    return client !== undefined && !client.isPublic && client.clientSecret === secret
  }

  app.use('/tickets', basicAuth({ verifyUser: isClient }))
  app.post('/tickets', async (c) => {
    const { id_token: idToken = '', browser = '', next = '' } = await formOf(c)
    if (!isOwnAddress(context, publisher, next)) return c.json({ error: 'next' }, 400)
    let login: LoggedIn
    try {
      login = await tokens.idToken(idToken)
    } catch {
      return c.json({ error: 'id_token' }, 400)
    }
    const ticket = randomBytes(24).toString('base64url')
    const value: Ticket = { ...login, browser, next }
    store.records.put(KIND, ticket, value, TICKET_LIFETIME_MS)
    return c.json({ ticket }, 201)
  })

  /** Makes the browser one that is known, and tells the site by what. */
  function getToKnow(c: Context, next: string): Response {
    if (!isOwnAddress(context, publisher, next))
      return c.text('The redirect URI is not at an origin of the client.', 400)
    const browser = hostCookie(c, BROWSER_COOKIE) ?? randomBytes(24).toString('base64url')
    setHostCookie(c, BROWSER_COOKIE, browser, BROWSER_SECONDS)
    const back = new URL(next)
    back.searchParams.set('browser', hashOf(browser))
    return c.redirect(back.href)
  }

  app.get('/session-start', async (c) => {
    const { ticket: id, redirect_uri: next } = c.req.query()
    if (id === undefined && next !== undefined) return getToKnow(c, next)
    const ticket = store.records.take<Ticket>(KIND, id ?? '')
    const browser = hostCookie(c, BROWSER_COOKIE)
    const ours = clients.at(publisher, ticket?.clientId) !== undefined
    if (!ticket || !ours || browser === undefined || hashOf(browser) !== ticket.browser) {
      return c.text('This log-in link was used before, is too old, or belongs to another browser.', 400)
    }
    await beginSession(c, context, publisher, service, ticket)
    return c.redirect(ticket.next)
  })

  return app
}
