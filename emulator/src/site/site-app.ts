// A demo publisher's site: the front page, and the back end that any publisher needs for a login.

import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { EmulatorContext } from '../context.ts'
import { serveAssets } from '../http/assets.ts'
import { hostCookie, setHostCookie } from '../http/host-cookies.ts'
import { frontPageUrl, type Publisher } from '../publishers.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { frontPage } from './front-page.ts'
import { type LoginFacts, nonceOf, siteLogin } from './log-in.ts'
import { popupDonePage } from './popup-done-page.ts'
import { readSpId } from './sp-id.ts'

const VISITOR_COOKIE = 'visitor'
const FACTS_KIND = 'login-facts'
const FACTS_LIFETIME_MS = 8 * 3_600_000

export function siteApp(context: EmulatorContext, publisher: Publisher): Hono {
  const { records } = context.store
  const login = siteLogin(context, publisher)
  const home = frontPageUrl(publisher, context.address)
  const app = new Hono()
  serveAssets(app)

  function visitorOf(c: Context): string {
    const known = hostCookie(c, VISITOR_COOKIE)
    if (known !== undefined) return known
    const visitor = randomBytes(18).toString('base64url')
    setHostCookie(c, VISITOR_COOKIE, visitor)
    return visitor
  }

  app.get('/', (c) => {
    // here, since the page asks for two states at once: each would make a visitor of its own
    const visitor = visitorOf(c)
    const nonce = contentSecurityPolicy(c, { strict: c.req.query('csp') === 'strict' })
    return c.html(frontPage(context, publisher, { nonce, visitor, outcome: c.req.query('log-in') }))
  })

  // asked for by the page before each login; a state is used once
  app.get('/login-state', (c) => {
    c.header('cache-control', 'no-store')
    const visitor = visitorOf(c)
    const state = login.newState(visitor, c.req.query('popup') !== undefined)
    return c.json({ state, nonce: nonceOf(visitor) })
  })

  // the page reports what its instance of the library tells it, so that the request log shows events as they happen
  app.post('/events/:name{[A-Za-z]{1,40}}', (c) => c.body(null, 204))

  // what this back end knows by itself: how its visitor logged in, and whose SP_ID cookie came along
  app.get('/server-side', (c) => {
    c.header('cache-control', 'no-store')
    const facts = records.get<LoginFacts>(FACTS_KIND, hostCookie(c, VISITOR_COOKIE) ?? '')
    return c.json({ amr: facts?.amr ?? [], acr: facts?.acr, spId: readSpId(context, getCookie(c, 'SP_ID')) })
  })

  app.get('/logged-in', (c) => c.html(popupDonePage(publisher, contentSecurityPolicy(c, { strict: false }))))

  app.get('/callback', async (c) => {
    const url = new URL(c.req.url)
    // account pages, log-out and session refresh come back here too, without a code
    if (!url.searchParams.has('code') && !url.searchParams.has('error')) return c.redirect(home)
    const popup = login.isPopup(url)
    try {
      const { visitor, idToken, facts } = await login.redeem(url, hostCookie(c, VISITOR_COOKIE))
      records.put(FACTS_KIND, visitor, facts, FACTS_LIFETIME_MS)
      return c.redirect(
        await login.startHandOver({ visitor, idToken, next: popup ? `${home}logged-in` : home }),
      )
    } catch {
      // the page that opened it finds out by itself that nobody has logged in
      if (popup) return c.redirect(`${home}logged-in`)
      const cancelled = url.searchParams.get('error') === 'access_denied'
      return c.redirect(`${home}?log-in=${cancelled ? 'cancelled' : 'failed'}`)
    }
  })

  // back from the session service, which knows the browser now
  app.get('/hand-over', async (c) => {
    const { login: handOver = '', browser = '' } = c.req.query()
    try {
      return c.redirect(await login.sessionStartUrl(handOver, hostCookie(c, VISITOR_COOKIE), browser))
    } catch {
      return c.redirect(`${home}?log-in=failed`)
    }
  })

  return app
}
