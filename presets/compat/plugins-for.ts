/**
 * The plugins of the full identity, but for those whose methods the class has itself, and for three that only pages know which were
 * written for this library: `status`, `loginReturn`, and `tabs`, which takes as many bytes as all of that client's habits. A page may
 * add them. `preferPopup` and `sessionEvents` have a stand-in of their own (`through-instance.ts`, `session-habits.ts`). `revalidate` is an
 * option of the class alone.
 */
import type { IdentityCore, Plugin } from '../../core/kernel/plugin.ts'
import { consoleFindings } from '../../devtools/development.ts'
import { consentManagement } from '../../plugins/consents/consent-management.ts'
import { consents } from '../../plugins/consents/consents.ts'
import { type LoginApi, login } from '../../plugins/login/login.ts'
import { loginLinks } from '../../plugins/login/login-links.ts'
import { type SimplifiedLoginApi, simplifiedLogin } from '../../plugins/login/simplified-login.ts'
import { type UserContextApi, userContext } from '../../plugins/login/user-context.ts'
import { log } from '../../plugins/reporting/log.ts'
import { type SessionCacheApi, sessionCache } from '../../plugins/session/session-cache.ts'
import { sessionPause } from '../../plugins/session/session-pause.ts'
import { sessionRefresh } from '../../plugins/session/session-refresh.ts'
import { strangers } from '../../plugins/session/strangers.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { type AccountPagesApi, accountPages } from '../../plugins/user/account-pages.ts'
import { type Asked, throughInstance, type Ways, widgetActions } from './through-instance.ts'
import type { AnyFunction, CompatOptions } from './types.ts'
import { type CookieMembers, varnishCookie } from './varnish-cookie.ts'

/** Members that are read each time: a page may assign them. */
export interface Members extends CookieMembers {
  /** What is called before the page is left for a refresh. */
  callbackBeforeRedirect: AnyFunction
}

/** What they add up to. */
export interface Composed
  extends IdentityCore,
    LoginApi,
    SimplifiedLoginApi,
    UserContextApi,
    AccountPagesApi,
    SessionCacheApi {
  readonly ways: Ways
}

type Plugins = readonly [
  Plugin<{ ways: Ways }>,
  Plugin<LoginApi>,
  Plugin<SimplifiedLoginApi>,
  Plugin<UserContextApi>,
  Plugin<AccountPagesApi>,
  Plugin<SessionCacheApi>,
  ...Plugin[],
]

/** Makes them. */
export const pluginsFor = (
  instance: Asked & Members,
  {
    getConsents,
    refreshLoginLinks,
    transport = fetchTransport(),
  }: Pick<CompatOptions, 'getConsents' | 'refreshLoginLinks' | 'transport'>,
): Plugins => [
  throughInstance(instance),
  login(),
  simplifiedLogin(widgetActions(instance)),
  userContext(),
  accountPages(),
  sessionCache(),
  varnishCookie(instance),
  loginLinks({ refreshLoginLinks }),
  consents({ getConsents }),
  ...(getConsents ? [] : [consentManagement()]),
  transport,
  sessionPause(),
  strangers(),
  sessionRefresh({ callbackBeforeRedirect: () => instance.callbackBeforeRedirect?.() }),
  log(),
  ...(__DEV__ ? [consoleFindings()] : []),
]
