/**
 * The full list of plugins, over whichever transport, and the options that they take.
 */
import { createIdentity } from '../core/create-identity.ts'
import { checkOption } from '../core/errors.ts'
import { given } from '../core/given.ts'
import type { KernelOptions } from '../core/options.ts'
import type { ApisOf, IdentityCore, Plugin } from '../core/plugin.ts'
import { createInDevelopment } from '../devtools/development.ts'
import { consentManagement } from '../plugins/consents/consent-management.ts'
import { type ConsentsOptions, consents } from '../plugins/consents/consents.ts'
import { type LoginApi, login } from '../plugins/login/login.ts'
import { type LoginLinksOptions, loginLinks } from '../plugins/login/login-links.ts'
import { preferPopup } from '../plugins/login/prefer-popup.ts'
import { type SimplifiedLoginApi, simplifiedLogin } from '../plugins/login/simplified-login.ts'
import { type CacheCookieApi, cacheCookie } from '../plugins/reporting/cache-cookie.ts'
import { type LogApi, log } from '../plugins/reporting/log.ts'
import { sessionEvents } from '../plugins/reporting/session-events.ts'
import { type StatusApi, status } from '../plugins/reporting/status.ts'
import { headStart } from '../plugins/session/head-start.ts'
import { type SessionCacheApi, sessionCache } from '../plugins/session/session-cache.ts'
import { sessionPause } from '../plugins/session/session-pause.ts'
import { type SessionRefreshOptions, sessionRefresh } from '../plugins/session/session-refresh.ts'
import { tabs } from '../plugins/tabs/tabs.ts'
import { type AccountPagesApi, accountPages } from '../plugins/user/account-pages.ts'
import { type ExternalIdApi, externalId } from '../plugins/user/external-id.ts'
import { type UserApi, user } from '../plugins/user/user.ts'
import { type UserContextApi, userContext } from '../plugins/user/user-context.ts'

/** Options of the full identity (section 2.1). */
export interface FullOptions extends KernelOptions, SessionRefreshOptions, ConsentsOptions, LoginLinksOptions {
  /** Plugins of your own, besides the full list. Their hooks work; for their methods compose by createIdentity. */
  plugins?: readonly Plugin[]
}

type FullPlugins = readonly [
  Plugin<LoginApi>,
  Plugin<SessionCacheApi>,
  Plugin<UserApi>,
  Plugin<UserContextApi>,
  Plugin<ExternalIdApi>,
  Plugin<AccountPagesApi>,
  Plugin<SimplifiedLoginApi>,
  Plugin<CacheCookieApi>,
  Plugin<StatusApi>,
  Plugin<LogApi>,
  // No methods, but declarations that come with the full identity: `retryAt` of an error is one.
  ReturnType<typeof sessionPause | typeof headStart | typeof tabs>,
  ...Plugin[],
]

/** Every method of the full identity. */
export type FullIdentity = IdentityCore & ApisOf<FullPlugins>

/** Composes every plugin, over a transport, and with what tells the page of changes. */
export function composeFull(options: FullOptions, transport: Plugin, events: Plugin): FullIdentity {
  const { callbackBeforeRedirect, getConsents, refreshLoginLinks, plugins = [] } = options ?? {}
  if (__DEV__) checkOption(Array.isArray(plugins), given('plugins', plugins, 'a list of plugins'))
  const create = __DEV__ ? createInDevelopment : createIdentity
  return create<FullPlugins>(options, [
    login(),
    sessionCache(),
    user(),
    userContext(),
    externalId(),
    accountPages(),
    simplifiedLogin(),
    cacheCookie(),
    status(),
    log(),
    transport,
    headStart(),
    sessionPause(),
    sessionRefresh({ callbackBeforeRedirect }),
    tabs(),
    events,
    preferPopup(),
    consents({ getConsents }),
    ...(getConsents ? [] : [consentManagement()]),
    loginLinks({ refreshLoginLinks }),
    ...plugins,
  ])
}

/**
 * Composes every plugin.
 *
 * @param transport `ofetchTransport()`, or `fetchTransport()` where bytes count
 * @throws {SDKError} `option-invalid`, naming the option
 * @example const identity = createFullIdentity({ clientId, sessionDomain, redirectUri, env: PRO }, fetchTransport())
 */
export function createFullIdentity(options: FullOptions, transport: Plugin): FullIdentity {
  return composeFull(options, transport, sessionEvents())
}
