// A demo publisher's site: the front page, and the server that any publisher needs for a login.

import { randomBytes } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { type LoggedInUser, verifyAccess, verifySession } from 'portico/server'
import type { EmulatorContext } from '../context.ts'
import { withFaultBanner } from '../control/fault-banner.ts'
import { serveAssets } from '../http/assets.ts'
import { hostCookie, setHostCookie } from '../http/host-cookies.ts'
import { logins } from '../http/login-client.ts'
import { loopbackFetch } from '../http/loopback-fetch.ts'
import { callbackUrl, frontPageUrl, type Publisher } from '../publishers.ts'
import { sessionLoginUrl } from '../session-service/session-login.ts'
import { articlePage, WALLED_TEXT } from './article-page.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import { frontPage } from './front-page.ts'
import { noSuchPage } from './no-such-page.ts'
import { popupDonePage } from './popup-done-page.ts'
import { readSpId } from './sp-id.ts'

const VISITOR_COOKIE = 'visitor'
const FACTS_KIND = 'login-facts'
const FACTS_LIFETIME_MS = 8 * 3_600_000

/** What the ID token said about a login. */
type LoginFacts = Pick<LoggedInUser, 'amr' | 'acr' | 'authTime'>

export function siteApp(context: EmulatorContext, publisher: Publisher): Hono {
  const { records } = context.store
  const login = logins(context, publisher, callbackUrl(publisher, context.address))
  const home = frontPageUrl(publisher, context.address)
  const app = new Hono()
  app.use(withFaultBanner(context))
  serveAssets(app)

  function visitorOf(c: Context): string {
    const known = hostCookie(c, VISITOR_COOKIE)
    if (known !== undefined) return known
    const visitor = randomBytes(18).toString('base64url')
    setHostCookie(c, VISITOR_COOKIE, visitor)
    return visitor
  }

  app.get('/', (c) => {
    // here, so that logins in the page and in a popup are those of one visitor
    visitorOf(c)
    const nonce = contentSecurityPolicy(c, { strict: c.req.query('csp') === 'strict' })
    return c.html(frontPage(context, publisher, { nonce, outcome: c.req.query('log-in') }))
  })

  app.get('/article', (c) => {
    visitorOf(c)
    const nonce = contentSecurityPolicy(c, { strict: false })
    return c.html(articlePage(context, publisher, nonce))
  })

  // what is behind the wall leaves the server for a reader of whom the session service says that they have access
  app.post('/article/text', async (c) => {
    c.header('cache-control', 'no-store')
    const { session, access } = await c.req.json().catch(() => ({}))
    const { signingKey } = context.store.secrets
    const reader = await verifySession(session, signingKey)
    if (!reader.ok) return c.json({ reason: reader.reason }, 403)
    const known = await verifyAccess(access, signingKey, { user: reader.session })
    return known.ok ? c.text(WALLED_TEXT) : c.json({ reason: known.reason }, 403)
  })

  // asked for by the page before each login; a state is used once
  app.post('/login-state', async (c) => {
    c.header('cache-control', 'no-store')
    const { popup, article } = c.req.query()
    const returnTo = popup !== undefined ? '/logged-in' : article !== undefined ? '/article' : '/'
    const begun = await login.beginByState(c, { returnTo })
    return begun.ok ? c.json({ state: begun.state, binding: begun.binding }) : c.body(null, 403)
  })

  // the page reports what its instance of the library tells it, so that the request log shows events as they happen
  app.post('/events/:name{[A-Za-z]{1,40}}', (c) => c.body(null, 204))

  // what this server knows by itself: how its visitor logged in, and whose SP_ID cookie came along
  app.get('/server-side', (c) => {
    c.header('cache-control', 'no-store')
    const facts = records.get<LoginFacts>(FACTS_KIND, hostCookie(c, VISITOR_COOKIE) ?? '')
    return c.json({ amr: facts?.amr ?? [], acr: facts?.acr, spId: readSpId(context, c.req.header('cookie')) })
  })

  app.get('/logged-in', (c) => c.html(popupDonePage(publisher, contentSecurityPolicy(c, { strict: false }))))

  app.get('/callback', async (c) => {
    const finished = await login.finish(c)
    // the page that opened a popup finds out by itself that nobody has logged in
    const isPopup = finished.returnTo === `${home}logged-in`
    const failed = (outcome: string) => c.redirect(isPopup ? finished.returnTo : `${home}?log-in=${outcome}`)
    // account pages, log-out and session refresh come back here too
    if (!finished.ok && finished.reason === 'no-login') return c.redirect(home)
    if (!finished.ok) return failed(finished.reason === 'cancelled' ? 'cancelled' : 'failed')
    const { user, returnTo } = finished
    const facts: LoginFacts = { amr: user.amr, acr: user.acr, authTime: user.authTime }
    records.put(FACTS_KIND, visitorOf(c), facts, FACTS_LIFETIME_MS)
    const next = sessionLoginUrl(publisher, context.address, returnTo)
    try {
      // else the browser would find out, and show a page of its own instead of one that says what happened
      await loopbackFetch(next)
    } catch {
      return failed('failed')
    }
    return c.redirect(next)
  })

  app.notFound((c) => c.html(noSuchPage(publisher), 404))
  return app
}
