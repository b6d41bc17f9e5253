// A publisher's session service: answers who this browser is, decided by its own cookie alone, to pages of the
// origins that are registered for the client; and logs out.

import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie } from 'hono/cookie'
import { cors } from 'hono/cors'
import { endSessionUrl } from '../account/end-session.ts'
import type { EmulatorContext } from '../context.ts'
import { callbackUrl, frontPageUrl, type Publisher } from '../publishers.ts'
import { sessionFailure, sessionSuccess } from './session-answer.ts'
import { SESSION_COOKIE, startSessionRoutes } from './start-session.ts'
import { tokenChecks } from './tokens.ts'

export function sessionApp(context: EmulatorContext, publisher: Publisher): Hono {
  const { store, port } = context
  const tokens = tokenChecks(port, publisher.clientId)
  const registered = [callbackUrl(publisher, port), frontPageUrl(publisher, port)]
  const origins = new Set(registered.map((url) => new URL(url).origin))
  const app = new Hono()

  const allowPages = cors({ origin: (origin) => (origins.has(origin) ? origin : null), credentials: true })
  app.use('/v2/session', (c, next) => (knownOrigin(c) ? allowPages(c, next) : next()))
  app.use('/session', (c, next) => (knownOrigin(c) ? allowPages(c, next) : next()))

  function knownOrigin(c: Context): boolean {
    return origins.has(c.req.header('origin') ?? '')
  }

  function isThisClient(c: Context): boolean {
    return (c.req.query('client_sdrn') ?? '').endsWith(`:client:${publisher.clientId}`)
  }

  function fail(c: Context, code: 400 | 401 | 404, type: string, description: string): Response {
    return c.json(sessionFailure(publisher, code, type, description), code)
  }

  function answer(c: Context): Response {
    c.header('cache-control', 'no-store')
    c.header('vary', 'Origin, Cookie')
    if (!isThisClient(c)) return fail(c, 404, 'ClientException', 'No such client at this session service')
    const id = getCookie(c, SESSION_COOKIE)
    if (id === undefined) return fail(c, 400, 'SessionException', 'No session cookie')
    const session = store.siteSessions.find(id, publisher.clientId)
    const user = session && store.users.byUuid(session.userUuid)
    if (session === undefined || user === undefined) {
      // the next question is then answered as for any anonymous reader
      deleteCookie(c, SESSION_COOKIE, { path: '/' })
      return fail(c, 401, 'SessionException', 'The session has ended')
    }
    return c.json(sessionSuccess(context, publisher, session, user))
  }

  app.get('/v2/session', answer)
  app.get('/session', answer)
  app.route('/', startSessionRoutes(context, publisher, tokens))

  app.get('/logout', (c) => {
    const next = c.req.query('redirect_uri') ?? frontPageUrl(publisher, port)
    if (!isThisClient(c) || !registered.includes(next)) {
      return c.text('The client or the redirect URI is not registered here.', 400)
    }
    const id = getCookie(c, SESSION_COOKIE)
    if (id !== undefined) store.siteSessions.end(id)
    deleteCookie(c, SESSION_COOKIE, { path: '/' })
    return c.redirect(endSessionUrl(context, next))
  })

  app.post('/backchannel-logout', async (c) => {
    const body = await c.req.parseBody()
    try {
      const { sid } = await tokens.logoutToken(String(body.logout_token))
      store.siteSessions.endBySid(publisher.clientId, sid)
      return c.body(null, 204)
    } catch {
      return c.json({ error: 'invalid_request' }, 400)
    }
  })

  return app
}
