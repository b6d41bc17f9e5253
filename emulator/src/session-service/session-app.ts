// A publisher's session service: what pages ask, what browsers visit, what the account service tells it.

import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import type { EmulatorContext } from '../context.ts'
import { withFaultBanner } from '../control/fault-banner.ts'
import { frontPageUrl, type Publisher } from '../publishers.ts'
import { faultyAnswers } from './faulty-answers.ts'
import { publisherService } from './publisher-service.ts'
import { sessionLoginRoutes } from './session-login.ts'
import { logoutEverywhere, refreshes } from './visits.ts'

export function sessionApp(context: EmulatorContext, publisher: Publisher): Hono<{ Bindings: HttpBindings }> {
  const { faults } = context
  const service = publisherService(context, publisher)
  const refreshed = refreshes(context)
  const app = new Hono<{ Bindings: HttpBindings }>()

  app.use(withFaultBanner(context))
  app.use(async (c, next) => {
    if (faults.current.session !== 'down') return next()
    c.env.incoming.socket.destroy()
    return RESPONSE_ALREADY_SENT
  })
  for (const path of ['/v2/session', '/session', '/hasAccess/:ids'])
    app.use(path, faultyAnswers(context, publisher, refreshed))
  app.use('/session-refresh', refreshed.visit)
  app.use('/logout', logoutEverywhere(context))
  app.route('/', sessionLoginRoutes(context, publisher, service))

  for (const path of ['/session-refresh', '/logout'])
    app.get(path, (c) => service.fetch(withNext(c.req.raw, frontPageUrl(publisher, context.address))))
  app.all('*', (c) => service.fetch(c.req.raw))
  return app
}

/** A visit that does not say where it goes on. */
function withNext(request: Request, next: string): Request {
  const url = new URL(request.url)
  if (url.searchParams.has('redirect_uri')) return request
  url.searchParams.set('redirect_uri', next)
  return new Request(url, request)
}
