// How a session service learns of a login without the site's help: the browser visits, and is sent to the account service
// and back, where nobody is asked anything. Who is logged in there is logged in here; who is not goes on as they came.

import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import type { SessionService } from 'portico-session-service'
import type { EmulatorContext } from '../context.ts'
import { type Address, originOf } from '../hosts.ts'
import type { Publisher } from '../publishers.ts'

const PATH = '/session-login'
const KIND = 'session-login'
const LIFETIME_MS = 600_000

/** Where the account service sends the browser back to. */
export const serviceCallback = (publisher: Publisher, address: Address): string =>
  `${originOf(publisher.sessionHost, address)}/callback`

/** Where the session service's own login ends, for whichever client. */
export const sessionLoginDone = (publisher: Publisher, address: Address): string =>
  `${originOf(publisher.sessionHost, address)}${PATH}/done`

/** Where a browser goes for the session service to find out who is logged in. */
export const sessionLoginUrl = (publisher: Publisher, address: Address, next: string): string =>
  `${originOf(publisher.sessionHost, address)}${PATH}?${new URLSearchParams({ redirect_uri: next })}`

export function sessionLoginRoutes(
  { store, address, clients, redirects }: EmulatorContext,
  publisher: Publisher,
  service: SessionService,
): Hono {
  const app = new Hono()

  app.get(PATH, async (c) => {
    const { redirect_uri: next = '' } = c.req.query()
    const origin = URL.canParse(next) ? new URL(next).origin : undefined
    const client = clients.of(publisher).find((known) => redirects.allowsOrigin(known, origin))
    if (client === undefined) return c.text('The redirect URI is not at an origin of the client.', 400)
    const state = randomBytes(18).toString('base64url')
    store.records.put(KIND, state, next, LIFETIME_MS)
    const login = new URL('/oauth/authorize', originOf(publisher.sessionHost, address))
    login.search = new URLSearchParams({
      client_id: client.clientId,
      redirect_uri: sessionLoginDone(publisher, address),
      response_type: 'code',
      prompt: 'none',
      state,
    }).toString()
    // it is this service's own address that asks, whoever has led the browser here
    const headers = new Headers(c.req.raw.headers)
    headers.set('sec-fetch-site', 'same-origin')
    return service.fetch(new Request(login, { headers }))
  })

  app.get(`${PATH}/done`, (c) => {
    const next = store.records.take<string>(KIND, c.req.query('state') ?? '')
    return next === undefined ? c.text('This address was used before, or is too old.', 400) : c.redirect(next)
  })

  return app
}
