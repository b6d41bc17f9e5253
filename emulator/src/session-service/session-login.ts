// How a session service learns of a login without the site's help: the browser visits, and is sent to the account service
// and back, where nobody is asked anything. Who is logged in there is logged in here; who is not goes on as they came.

import { Hono } from 'hono'
import type { SessionService } from 'portico-session-service'
import type { EmulatorContext } from '../context.ts'
import { type Address, originOf } from '../hosts.ts'
import { logins } from '../http/login-client.ts'
import type { Publisher } from '../publishers.ts'
import { beginSession } from './begin-session.ts'
import { isOwnAddress } from './own-address.ts'
import type { TokenChecks } from './tokens.ts'

const PATH = '/session-login'
const KIND = 'session-login'
const LIFETIME_MS = 600_000

/** Where the account service sends the browser back to. */
export function sessionLoginCallback(publisher: Publisher, address: Address): string {
  return `${originOf(publisher.sessionHost, address)}${PATH}/callback`
}

/** Where a browser goes for the session service to find out who is logged in. */
export function sessionLoginUrl(publisher: Publisher, address: Address, next: string): string {
  return `${originOf(publisher.sessionHost, address)}${PATH}?${new URLSearchParams({ redirect_uri: next })}`
}

export function sessionLoginRoutes(
  context: EmulatorContext,
  publisher: Publisher,
  service: SessionService,
  tokens: TokenChecks,
): Hono {
  const { store, address } = context
  const login = logins(context, publisher, sessionLoginCallback(publisher, address))
  const app = new Hono()

  app.get(PATH, async (c) => {
    const { redirect_uri: next = '' } = c.req.query()
    if (!isOwnAddress(context, publisher, next))
      return c.text('The redirect URI is not at an origin of the client.', 400)
    const begun = await login.begin(c, { parameters: { prompt: 'none' } })
    if (!begun.ok) return c.body(null, 403)
    store.records.put(KIND, begun.binding.state, next, LIFETIME_MS)
    return c.redirect(begun.url)
  })

  app.get(`${PATH}/callback`, async (c) => {
    const next = store.records.take<string>(KIND, c.req.query('state') ?? '')
    const finished = await login.finish(c)
    if (next === undefined || (!finished.ok && finished.reason === 'state-unknown'))
      return c.text('This address was used before, is too old, or belongs to another browser.', 400)
    if (finished.ok) {
      const loggedIn = await tokens.idToken(finished.tokens.idToken)
      await beginSession(c, context, publisher, service, loggedIn)
    }
    return c.redirect(next)
  })

  return app
}
