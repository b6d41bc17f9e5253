// The Hono app of one host of a service, and the app for hostnames that are none of the service's.

import { Hono } from 'hono'
import { accountPageRoutes } from './account-pages.ts'
import { sealerOf } from './crypto/sealed.ts'
import type { Deps } from './deps.ts'
import { reasonOf } from './events.ts'
import { cookiesOf } from './http/cookies.ts'
import { ensureError } from './http/ensure-error.ts'
import { FormError } from './http/form.ts'
import { presenceCookieOf } from './http/presence-cookie.ts'
import { requestMetrics } from './http/request-metrics.ts'
import { secureHeaders } from './http/secure-headers.ts'
import { callbackRoutes } from './login/callback-routes.ts'
import { loginRoutes } from './login/login-routes.ts'
import { navigationRoutes } from './logout/navigation-routes.ts'
import { providerLogoutRoutes } from './logout/provider-logout-routes.ts'
import type { Settings } from './options/settings.ts'
import { isNavigation, pagesOf } from './pages/pages.ts'
import type { ProviderConfiguration } from './provider/configuration.ts'
import { providerOf } from './provider/provider.ts'
import { sessionListRoutes } from './reader-sessions/session-list-routes.ts'
import { sessionsPageRoutes } from './reader-sessions/sessions-page-routes.ts'
import { redemptionRoutes } from './redemption/redemption-routes.ts'
import type { Ids } from './session/ids.ts'
import { errorResponse } from './session/responses.ts'
import { sessionRoutes } from './session/session-routes.ts'
import { sessionsOf } from './session/sessions.ts'
import type { SessionStore } from './store/session-store.ts'
import { RETRY_SECONDS, StoreFailure } from './store/with-timeout.ts'

/** What all hosts of a service share. */
export interface SharedDeps {
  readonly store: SessionStore
  readonly ids: Ids
  readonly configuration: ProviderConfiguration
}

export function depsOf(settings: Settings, { store, ids, configuration }: SharedDeps): Deps {
  const cookies = cookiesOf(settings.isSecure)
  const presenceCookie = presenceCookieOf(settings)
  const host = new URL(settings.origin).hostname
  const sealer = sealerOf(settings.cookieSecrets, host)
  const sessions = sessionsOf(settings, { host, store, cookies, presenceCookie, ids, sealer })
  const provider = providerOf(settings, configuration)
  return {
    settings,
    store,
    cookies,
    presenceCookie,
    sealer,
    ids,
    sessions,
    provider,
    pages: pagesOf(settings),
  }
}

const ROUTES = [
  sessionRoutes,
  sessionListRoutes,
  sessionsPageRoutes,
  loginRoutes,
  callbackRoutes,
  navigationRoutes,
  providerLogoutRoutes,
  accountPageRoutes,
]

/** The app of a host, with all routes. */
export function hostApp(deps: Deps): Hono {
  const { settings, pages } = deps
  const app = newApp(deps)
  for (const routes of ROUTES) app.route('/', routes(deps))
  if (settings.codeRedemption) app.route('/', redemptionRoutes(deps, settings.codeRedemption))
  app.notFound((c) => (isNavigation(c) ? pages.show(c, 'not-found') : c.text('There is nothing here.', 404)))
  return app
}

/**
 * The app for any other hostname. The provider may reach the service by an internal name: so the back channel works there. Everything
 * else is 421 (RFC 9110, section 15.5.20).
 */
export function unknownHostApp(deps: Deps): Hono {
  const app = newApp(deps)
  app.route('/', providerLogoutRoutes(deps))
  app.notFound((c) => c.text('This host is not served here.', 421))
  return app
}

function newApp({ settings, pages }: Deps): Hono {
  const { onEvent } = settings
  const app = new Hono()
  app.use(requestMetrics(onEvent), secureHeaders, ensureError)
  app.onError((cause, c) => {
    if (cause instanceof FormError) return c.text(cause.message, cause.status)
    const isStore = cause instanceof StoreFailure
    // A failure of the store has been reported already, where the store was called.
    if (!isStore) onEvent({ type: 'function-failed', reason: reasonOf(cause) })
    const [status, type] = isStore ? ([503, 'StoreException'] as const) : ([500, 'ServiceException'] as const)
    if (isNavigation(c)) return pages.show(c, 'unavailable', { status })
    if (isStore) c.header('retry-after', RETRY_SECONDS)
    return c.json(errorResponse(settings, status, type, 'Not available now'), status)
  })
  return app
}
