// A demo publisher's site: the front page, and the back end that any publisher needs for a login.

import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import type { EmulatorContext } from '../context.ts'
import { serveAssets } from '../http/assets.ts'
import { frontPageUrl, type Publisher } from '../publishers.ts'
import { HANDOVER_COOKIE } from '../session-service/start-session.ts'
import { frontPage } from './front-page.ts'
import { siteLogin } from './log-in.ts'

const VISITOR_COOKIE = 'visitor'
const HANDOVER_SECONDS = 60

export function siteApp(context: EmulatorContext, publisher: Publisher): Hono {
  const login = siteLogin(context, publisher)
  const home = frontPageUrl(publisher, context.port)
  const app = new Hono()
  serveAssets(app)

  function visitorOf(c: Context): string {
    const known = getCookie(c, VISITOR_COOKIE)
    if (known !== undefined) return known
    const visitor = randomBytes(18).toString('base64url')
    setCookie(c, VISITOR_COOKIE, visitor, { path: '/', httpOnly: true, sameSite: 'Lax' })
    return visitor
  }

  app.get('/', (c) => c.html(frontPage(context, publisher, c.req.query('log-in'))))

  // asked for by the page before each login; a state is used once
  app.get('/login-state', (c) => {
    c.header('cache-control', 'no-store')
    return c.json({ state: login.newState(visitorOf(c)) })
  })

  app.get('/callback', async (c) => {
    const url = new URL(c.req.url)
    // account pages, log-out and session refresh come back here too, without a code
    if (!url.searchParams.has('code') && !url.searchParams.has('error')) return c.redirect(home)
    try {
      const { idToken } = await login.redeem(url, getCookie(c, VISITOR_COOKIE))
      const handover = randomBytes(18).toString('base64url')
      setCookie(c, HANDOVER_COOKIE, handover, {
        domain: publisher.baseDomain,
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: HANDOVER_SECONDS,
      })
      return c.redirect(await login.sessionStartUrl(idToken, handover, home))
    } catch {
      const cancelled = url.searchParams.get('error') === 'access_denied'
      return c.redirect(`${home}?log-in=${cancelled ? 'cancelled' : 'failed'}`)
    }
  })

  return app
}
