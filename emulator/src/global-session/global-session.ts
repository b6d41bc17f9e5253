// The global session service: which user is logged in to the account service in this browser? Asked from
// publishers' pages, so its cookie is a third-party cookie there, and browsers may keep it back.

import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { cors } from 'hono/cors'
import type { Client } from '../clients.ts'
import type { EmulatorContext } from '../context.ts'
import { clientIdOf } from '../session-service/client-sdrn.ts'

const COOKIE = 'global-session'
const KIND = 'global-session'
const LIFETIME_SECONDS = 14 * 86_400

/** Lets the browser be asked, from now on, who is logged in. */
export function startGlobalSession(c: Context, context: EmulatorContext, uuid: string): void {
  forget(c, context)
  const token = randomBytes(24).toString('base64url')
  context.store.records.put(KIND, token, uuid, LIFETIME_SECONDS * 1000)
  setCookie(c, COOKIE, token, {
    path: '/',
    httpOnly: true,
    // browsers take both on plain http for hosts under localhost, and send it along from other sites
    sameSite: 'None',
    secure: true,
    maxAge: LIFETIME_SECONDS,
  })
}

/** After log-out there is nobody to tell of. */
export function endGlobalSession(c: Context, context: EmulatorContext): void {
  forget(c, context)
  deleteCookie(c, COOKIE, { path: '/', secure: true, sameSite: 'None' })
}

function forget(c: Context, { store }: EmulatorContext): void {
  const token = getCookie(c, COOKIE)
  if (token !== undefined) store.records.remove(KIND, token)
}

/** `/user-context`, for pages of the origins that are registered for the client that asks. */
export function globalSessionRoutes(context: EmulatorContext): Hono {
  const { store, faults, clients, redirects } = context
  const app = new Hono()
  const readable = cors({ origin: (origin) => origin, credentials: true })
  const clientOf = (c: Context): Client | undefined => clients.find(clientIdOf(c.req.query('client_sdrn')))

  app.use('/user-context', (c, next) => {
    const client = clientOf(c)
    return client && redirects.allowsOrigin(client, c.req.header('origin')) ? readable(c, next) : next()
  })

  app.get('/user-context', (c) => {
    c.header('cache-control', 'no-store')
    const client = clientOf(c)
    if (client === undefined) return c.json({ error: { code: 404, description: 'No such client' } }, 404)
    const token = faults.current.thirdPartyCookiesRefused ? undefined : getCookie(c, COOKIE)
    const uuid = token && store.records.get<string>(KIND, token)
    const user = uuid ? store.users.byUuid(uuid) : undefined
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
