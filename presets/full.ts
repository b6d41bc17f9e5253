/**
 * The plugins of the class `Identity`, over whichever transport, and the options that they take.
 */
import { checkOption, expected, pointAtCaller } from '../core/errors.ts'
import { createIdentity } from '../core/kernel/create-identity.ts'
import type { AnyPlugin, ApisOf, IdentityCore, Plugin } from '../core/kernel/plugin.ts'
import { A_RETURN_URI, type KernelOptions, windowOf } from '../core/options.ts'
import { checkOptionNames, consoleFindings, watchNames } from '../devtools/development.ts'
import { consentManagement } from '../plugins/consents/consent-management.ts'
import { type ConsentsOptions, consents } from '../plugins/consents/consents.ts'
import { type LoginApi, login } from '../plugins/login/login.ts'
import { type LoginLinksOptions, loginLinks } from '../plugins/login/login-links.ts'
import { loginReturn } from '../plugins/login/login-return.ts'
import { preferPopup } from '../plugins/login/prefer-popup.ts'
import { type SimplifiedLoginApi, simplifiedLogin } from '../plugins/login/simplified-login.ts'
import { type UserContextApi, userContext } from '../plugins/login/user-context.ts'
import { type CacheCookieApi, cacheCookie } from '../plugins/reporting/cache-cookie.ts'
import { type LogApi, log } from '../plugins/reporting/log.ts'
import { sessionEvents } from '../plugins/reporting/session-events.ts'
import { type StatusApi, status } from '../plugins/reporting/status.ts'
import { preload } from '../plugins/session/preload.ts'
import { presenceCookie } from '../plugins/session/presence-cookie.ts'
import { type RevalidateOptions, revalidate } from '../plugins/session/revalidate.ts'
import { sessionBackoff } from '../plugins/session/session-backoff.ts'
import { type SessionCacheApi, sessionCache } from '../plugins/session/session-cache.ts'
import { type SessionRefreshOptions, sessionRefresh } from '../plugins/session/session-refresh.ts'
import { tabs } from '../plugins/tabs/tabs.ts'
import { type AccountPagesApi, accountPages } from '../plugins/user/account-pages.ts'
import { type ExternalIdApi, externalId } from '../plugins/user/external-id.ts'
import { type UserApi, user } from '../plugins/user/user.ts'

/** Options of the full identity (section 2.1). */
export interface FullOptions<Plugins extends readonly AnyPlugin[] = readonly AnyPlugin[]>
  extends KernelOptions,
    SessionRefreshOptions,
    ConsentsOptions,
    LoginLinksOptions {
  /** Where the browser returns to unless a call says otherwise. */
  redirectUri: string
  /** Ask again while the page is open, so that it notices a session that ends. @default false */
  revalidate?: boolean | RevalidateOptions | undefined
  /** Plugins of your own, besides the full list. The identity has their methods as well. Checked in the development build. */
  plugins?: Plugins | undefined
}

/** Every method of the full identity. */
export interface FullIdentity
  extends IdentityCore,
    LoginApi,
    SessionCacheApi,
    UserApi,
    UserContextApi,
    ExternalIdApi,
    AccountPagesApi,
    SimplifiedLoginApi,
    CacheCookieApi,
    StatusApi,
    LogApi {}

/** The identity with the methods of the page's own plugins. */
export type FullIdentityWith<Plugins extends readonly AnyPlugin[]> = FullIdentity & ApisOf<Plugins>

/** The kernel can do without a redirect URI, for compositions in which nobody logs in, and for `portico/compat`. Section 2.1 requires it. */
const redirectUriRequired: Plugin = {
  name: 'redirectUri',
  setup({ options: { redirectUri } }) {
    checkOption(redirectUri, __DEV__ ? expected('redirectUri', redirectUri, A_RETURN_URI) : 'redirectUri')
  },
}

/** Composes the plugins of the class. */
export function composeFull<const Plugins extends readonly AnyPlugin[]>(
  options: FullOptions<Plugins>,
  transport: Plugin,
  ...more: readonly Plugin[]
): FullIdentityWith<Plugins> {
  const { callbackBeforeRedirect, getConsents, refreshLoginLinks, revalidate: asksAnew, plugins = [] } = options ?? {}
  if (__DEV__) checkOption(Array.isArray(plugins), expected('plugins', plugins, 'a list of plugins'))
  const all: readonly AnyPlugin[] = [
    ...more,
    ...(asksAnew ? [revalidate(asksAnew === true ? {} : asksAnew)] : []),
    ...(getConsents ? [] : [consentManagement()]),
    ...(__DEV__ ? [consoleFindings()] : []),
    ...plugins,
  ]
  const identity: FullIdentity = createIdentity(options, [
    redirectUriRequired,
    login(),
    loginReturn(),
    loginLinks({ refreshLoginLinks }),
    preferPopup(),
    simplifiedLogin(),
    userContext(),
    user(),
    externalId(),
    accountPages(),
    consents({ getConsents }),
    transport,
    preload(),
    sessionCache(),
    sessionBackoff(),
    sessionRefresh({ callbackBeforeRedirect }),
    presenceCookie(),
    tabs(),
    status(),
    cacheCookie(),
    log(),
    sessionEvents(),
    ...all,
  ])
  // For the compiler the list ends where the page's own plugins begin: it does not know their methods.
  return identity as FullIdentityWith<Plugins>
}

/**
 * Composes the plugins of the class.
 *
 * @param transport `fetchTransport()`, or `ofetchTransport()` for its interceptors
 * @param more plugins whose methods nobody needs to know
 * @throws {SDKError} `option-invalid`, naming the option
 * @example const identity = createFullIdentity({ clientId, sessionDomain, redirectUri, env: PRO }, fetchTransport())
 */
export function createFullIdentity<const Plugins extends readonly AnyPlugin[] = readonly []>(
  options: FullOptions<Plugins>,
  transport: Plugin,
  ...more: readonly Plugin[]
): FullIdentityWith<Plugins> {
  if (!__DEV__) return composeFull(options, transport, ...more)
  // What is no object is told as such by the composition.
  const window = windowOf(options ?? {})
  try {
    // Before the composition: a misspelt name may explain which option is missing.
    if (options && window?.location) checkOptionNames(window, options)
    const identity = composeFull(options, transport, ...more)
    watchNames(identity, window)
    return identity
  } catch (error) {
    pointAtCaller(error, createFullIdentity)
    throw error
  }
}
