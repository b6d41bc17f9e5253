// The control page logs the browser that shows it in as a test user: the account service takes them for logged in, and
// the session service of a client finds out, as it does after any login. For the emulator's own pages alone.

import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import type { Provider } from 'oidc-provider'
import type { Client } from '../clients.ts'
import type { EmulatorContext } from '../context.ts'
import { ACCOUNT_HOST, originOf } from '../hosts.ts'
import { formOf } from '../http/form.ts'
import { frontPageUrl } from '../publishers.ts'
import { sessionLoginUrl } from '../session-service/session-login.ts'
import { beginAccountSession } from './account-session.ts'

/** Where the form of the control page leads. */
export const VISITOR_LOGIN_PATH = '/control/log-in'

export function visitorLoginRoutes(
  context: EmulatorContext,
  provider: Provider,
): Hono<{ Bindings: HttpBindings }> {
  const { store, clients, redirects, address } = context
  const app = new Hono<{ Bindings: HttpBindings }>()

  /** The page that the browser ends on: that of the demo site, or the home of the developer's own. */
  function homeOf(client: Client): string {
    const [own] = redirects.ofClient(client)
    return client.isDemo || own === undefined ? frontPageUrl(client, address) : `${new URL(own).origin}/`
  }

  app.post(VISITOR_LOGIN_PATH, async (c) => {
    // nobody is logged in as somebody else by a page elsewhere
    if (c.req.header('origin') !== originOf(ACCOUNT_HOST, address))
      return c.text('Only a page of the emulator may log somebody in.', 403)
    const { username = '', client: clientId } = await formOf(c)
    const user = store.users.byUsername(username)
    const client = clients.find(clientId)
    if (user === undefined) return c.text('There is no such user.', 404)
    if (client === undefined) return c.text('There is no such client.', 404)
    for (const cookie of await beginAccountSession(provider, c.env, user.uuid))
      c.header('set-cookie', cookie, { append: true })
    return c.redirect(sessionLoginUrl(client, address, homeOf(client)), 303)
  })
  return app
}
