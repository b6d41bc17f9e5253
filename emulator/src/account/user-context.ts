// The global session service: which user is logged in to the account service in this browser? Asked from
// publishers' pages, so its cookie is a third-party cookie there, and browsers may keep it back.

import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import type { Provider } from 'oidc-provider'
import type { Client } from '../clients.ts'
import type { EmulatorContext } from '../context.ts'
import { clientIdOf } from '../session-service/client-sdrn.ts'
import { browserAccount } from './browser-account.ts'

/** `/user-context`, for pages of the origins that are registered for the client that asks. */
export function userContextRoutes(context: EmulatorContext, provider: Provider): Hono {
  const { faults, clients, redirects } = context
  const app = new Hono()
  const readable = cors({ origin: (origin) => origin, credentials: true })
  const clientOf = (c: Context): Client | undefined => clients.find(clientIdOf(c.req.query('client_sdrn')))

  app.use('/user-context', (c, next) => {
    const client = clientOf(c)
    return client && redirects.allowsOrigin(client, c.req.header('origin')) ? readable(c, next) : next()
  })

  app.get('/user-context', async (c) => {
    c.header('cache-control', 'no-store')
    const client = clientOf(c)
    if (client === undefined) return c.json({ error: { code: 404, description: 'No such client' } }, 404)
    const isRefused = faults.current.thirdPartyCookiesRefused
    const user = isRefused ? undefined : (await browserAccount(c, context, provider))?.user
    if (user === undefined) return c.json({ error: { code: 401, description: 'Nobody is logged in' } }, 401)
    return c.json({
      identifier: user.uuid,
      display_text: user.displayName,
      client_name: client.name,
      provider_id: String(client.merchantId),
    })
  })

  return app
}
