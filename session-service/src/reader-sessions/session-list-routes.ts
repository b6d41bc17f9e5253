// The sessions of a reader, for the pages of a site: the endpoints of the plugin `sessionList()`.

import { type Context, Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { allowOrigin, siteOf } from '../http/cors.ts'
import { ensureError } from '../http/ensure-error.ts'
import { formOf } from '../http/form.ts'
import { isOriginOf, type Site, siteOfSdrn } from '../options/site.ts'
import { errorResponse } from '../session/responses.ts'
import type { FoundSession } from '../store/session-store.ts'
import { readerSessions } from './reader-sessions.ts'

export function sessionListRoutes(deps: Deps): Hono {
  const { settings, sessions, presenceCookie } = deps
  const listed = readerSessions(deps)
  const app = new Hono()

  /** Responds to a page of the site about the reader who is logged in. Pages of other hosts are refused, and the store is not asked. */
  async function respond(
    c: Context,
    site: Site | undefined,
    responder: (own: FoundSession) => Promise<object>,
  ): Promise<Response> {
    const origin = c.req.header('origin')
    if (!site || origin === undefined || !isOriginOf(site, origin))
      return c.json(errorResponse(settings, 403, 'OriginException', 'For pages of the site alone'), 403)
    allowOrigin(c, origin)
    const own = await sessions.current(c)
    if (own) return c.json(await responder(own))
    presenceCookie.delete(c)
    const failure = errorResponse(settings, 400, 'SessionException', 'Nobody is logged in')
    return c.json(failure, settings.anonymousStatus)
  }

  app.get('/v2/sessions', ensureError, (c) =>
    respond(c, siteOf(c, settings), async (own) => ({ sessions: await listed.list(own) })),
  )

  app.post('/v2/sessions/end', ensureError, async (c) => {
    const field = await formOf(c.req.raw)
    const id = field('id') ?? ''
    return respond(c, siteOfSdrn(settings.sites, field('client_sdrn')), async (own) => {
      if (field('others') === 'true') return { ended: await listed.endOthers(own) }
      if (!listed.isOwn(own, id)) return { ended: await listed.end(own, id) }
      await sessions.end(c)
      return { ended: 1, current: true }
    })
  })

  return app
}
