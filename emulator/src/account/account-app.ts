// The account service's own pages, around the OpenID provider that answers on the same host.

import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { HTTPException } from 'hono/http-exception'
import type { Provider } from 'oidc-provider'
import type { EmulatorContext } from '../context.ts'
import { controlApi } from '../control/control-api.ts'
import { controlPage } from '../control/control-page.ts'
import { withFaultBanner } from '../control/fault-banner.ts'
import { serveAssets } from '../http/assets.ts'
import { frontPageUrl } from '../publishers.ts'
import { endAccountSession } from './account-session.ts'
import { forgetBrowserAccount } from './browser-account.ts'
import { takeEndSessionTicket } from './end-session.ts'
import { fedcmRoutes } from './fedcm/fedcm-routes.ts'
import { loginRoutes } from './login/login-routes.ts'
import { providerErrorPage } from './pages/error-page.ts'
import { accountPage } from './pages/frame.ts'
import { paymentRoutes } from './payment-pages.ts'
import { photo } from './photo.ts'
import { profileRoutes } from './profile/profile-routes.ts'
import { registerRoutes } from './register-routes.ts'
import { userContextRoutes } from './user-context.ts'
import { visitorLoginRoutes } from './visitor-login.ts'
import { widgetRoutes } from './widget-routes.ts'

type Env = { Bindings: HttpBindings }

/** Paths of the account host that the OpenID provider answers itself. */
export function isProviderPath(path: string): boolean {
  return path.startsWith('/oauth/') || path.startsWith('/.well-known/openid-configuration')
}

/** A page that leads on from an address that leads nowhere. */
const deadEnd = (what: string) =>
  accountPage(
    what,
    html`<h1>${what}</h1>
<p><a href="/">Account service</a> · <a href="/profile-pages">Your account</a> · <a href="/control">Control page of the emulator</a></p>`,
  )

export function accountApp(context: EmulatorContext, provider: Provider): Hono<Env> {
  const app = new Hono<Env>()
  app.use(withFaultBanner(context))
  serveAssets(app as unknown as Hono)
  app.route('/', registerRoutes(context))
  app.route('/', visitorLoginRoutes(context, provider))
  app.route('/control/api', controlApi(context))
  app.route('/', userContextRoutes(context, provider))
  app.route('/', widgetRoutes(context))
  app.route('/', fedcmRoutes(context, provider))
  app.route('/', profileRoutes(context, provider))
  app.route('/', paymentRoutes(context, provider))
  app.get('/photos/:username', (c) => {
    const user = context.store.users.byUsername(c.req.param('username'))
    if (user === undefined) return c.notFound()
    return c.body(photo(user), 200, { 'content-type': 'image/svg+xml' })
  })
  app.get('/control', (c) => c.html(controlPage(context)))
  app.route('/interaction', loginRoutes(context, provider))

  app.get('/end-session', async (c) => {
    const next = takeEndSessionTicket(context, c.req.query('ticket') ?? '')
    if (next === undefined) return c.html(deadEnd('This log-out link was used before, or is too old'), 400)
    await endAccountSession(provider, c.env)
    forgetBrowserAccount(c, context)
    return c.redirect(next)
  })

  app.get('/', (c) =>
    c.html(
      accountPage(
        'Account service',
        html`<h1>Portico account</h1>
<p>This is the account service of the emulator. Logins start on a publisher’s site:</p>
<ul>${context.publishers.map((p) => html`<li><a href="${frontPageUrl(p, context.address)}">${p.name}</a></li>`)}</ul>
<p><a href="/profile-pages">Your account</a> · <a href="/control">Control page of the emulator</a></p>`,
      ),
    ),
  )

  app.notFound((c) => c.html(deadEnd('There is no such page here'), 404))
  app.onError((error, c) => {
    if (error instanceof HTTPException) return error.getResponse()
    // a stale or foreign interaction: the provider names the reason in its own error shape
    const {
      error: code,
      error_description: description,
      statusCode,
    } = error as Error & Record<string, unknown>
    if (typeof code !== 'string') {
      console.error(error)
      return c.text('Internal Server Error', 500)
    }
    const body = providerErrorPage({ error: code, error_description: String(description ?? '') })
    return c.html(body, statusCode === 400 ? 400 : 500)
  })
  return app
}
