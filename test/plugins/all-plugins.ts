/** The table of all plugins, for what every one of them owes. */
import type { AnyPlugin } from '../../core/kernel/plugin.ts'
import { access } from '../../plugins/access/access.ts'
import { payment } from '../../plugins/access/payment.ts'
import { consentManagement } from '../../plugins/consents/consent-management.ts'
import { consents } from '../../plugins/consents/consents.ts'
import { fedcm } from '../../plugins/login/fedcm.ts'
import { login } from '../../plugins/login/login.ts'
import { loginLinks } from '../../plugins/login/login-links.ts'
import { loginPopup } from '../../plugins/login/login-popup.ts'
import { loginReturn } from '../../plugins/login/login-return.ts'
import { preferPopup } from '../../plugins/login/prefer-popup.ts'
import { simplifiedLogin } from '../../plugins/login/simplified-login.ts'
import { userContext } from '../../plugins/login/user-context.ts'
import { cacheCookie } from '../../plugins/reporting/cache-cookie.ts'
import { log } from '../../plugins/reporting/log.ts'
import { measures } from '../../plugins/reporting/measures.ts'
import { sessionEvents } from '../../plugins/reporting/session-events.ts'
import { status } from '../../plugins/reporting/status.ts'
import { headStart } from '../../plugins/session/head-start.ts'
import { revalidate } from '../../plugins/session/revalidate.ts'
import { sessionCache } from '../../plugins/session/session-cache.ts'
import { sessionPause } from '../../plugins/session/session-pause.ts'
import { sessionRefresh } from '../../plugins/session/session-refresh.ts'
import { tabs } from '../../plugins/tabs/tabs.ts'
import { fetchTransport } from '../../plugins/transport/fetch-transport.ts'
import { ofetchTransport } from '../../plugins/transport/ofetch-transport.ts'
import { accountPages } from '../../plugins/user/account-pages.ts'
import { externalId } from '../../plugins/user/external-id.ts'
import { user } from '../../plugins/user/user.ts'

/** Every plugin, and the methods that it contributes. A new plugin joins by one line. */
export const PLUGINS: [file: string, factory: () => AnyPlugin, methods: string[]][] = [
  ['access', () => access(), ['clearCachedAccess', 'hasAccess', 'productsUrl', 'subscriptionsUrl']],
  ['account-pages', () => accountPages(), ['accountUrl', 'phonesUrl']],
  ['cache-cookie', () => cacheCookie(), ['enableCacheCookie']],
  ['consent-management', () => consentManagement(), []],
  ['consents', () => consents(), []],
  ['external-id', () => externalId(), ['getExternalId']],
  ['fedcm', () => fedcm(), ['continueAs', 'disconnect']],
  ['fetch-transport', () => fetchTransport(), []],
  ['head-start', () => headStart(), []],
  ['log', () => log(), ['logSettings']],
  ['login', () => login(), ['login', 'loginUrl', 'logout', 'logoutUrl']],
  ['login-links', () => loginLinks(), []],
  ['login-popup', () => loginPopup(), ['loginPopup']],
  ['login-return', () => loginReturn(), []],
  ['measures', () => measures(), []],
  ['ofetch-transport', () => ofetchTransport(), []],
  [
    'payment',
    () => payment(),
    [
      'payWithPaylink',
      'purchaseCampaignFlowUrl',
      'purchaseHistoryUrl',
      'purchasePaylinkUrl',
      'purchaseProductFlowUrl',
      'purchasePromoCodeProductFlowUrl',
      'redeemUrl',
    ],
  ],
  ['prefer-popup', () => preferPopup(), []],
  ['revalidate', () => revalidate(), []],
  ['session-cache', () => sessionCache(), ['clearCachedUserSession']],
  ['session-events', () => sessionEvents(), []],
  ['session-pause', () => sessionPause(), []],
  ['session-refresh', () => sessionRefresh(), []],
  ['simplified-login', () => simplifiedLogin(), ['showSimplifiedLoginWidget']],
  ['status', () => status(), ['getServerSnapshot', 'getSnapshot', 'subscribe']],
  ['tabs', () => tabs(), []],
  [
    'user',
    () => user(),
    ['getSpId', 'getUser', 'getUserId', 'getUserSDRN', 'getUserUuid', 'isConnected', 'isLoggedIn'],
  ],
  ['user-context', () => userContext(), ['getUserContextData']],
]
