// A publisher's session service: what pages ask, what browsers visit, what the account service tells it.

import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { EmulatorContext } from '../context.ts'
import { withFaultBanner } from '../control/fault-banner.ts'
import { formOf } from '../http/form.ts'
import type { Publisher } from '../publishers.ts'
import { sessionEndpoint } from './session-endpoint.ts'
import { sessionLoginRoutes } from './session-login.ts'
import { startSessionRoutes } from './start-session.ts'
import { tokenChecks } from './tokens.ts'
import { visitRoutes } from './visits.ts'

export function sessionApp(context: EmulatorContext, publisher: Publisher): Hono<{ Bindings: HttpBindings }> {
  const { store, faults } = context
  const tokens = tokenChecks(context, publisher)
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.use(withFaultBanner(context))
  app.use(async (c, next) => {
    if (faults.current.session !== 'down') return next()
    c.env.incoming.socket.destroy()
    return RESPONSE_ALREADY_SENT
  })
  app.route('/', sessionEndpoint(context, publisher))
  app.route('/', visitRoutes(context, publisher))
  app.route('/', startSessionRoutes(context, publisher, tokens))
  app.route('/', sessionLoginRoutes(context, publisher, tokens))

  app.post('/backchannel-logout', async (c) => {
    const { logout_token: token = '' } = await formOf(c)
    try {
      const { sid, clientId } = await tokens.logoutToken(token)
      store.siteSessions.endBySid(clientId, sid)
      return c.body(null, 204)
    } catch {
      return c.json({ error: 'invalid_request' }, 400)
    }
  })

  return app
}
