/** The table of all plugins, for what every one of them owes. */
import type { AnyPlugin } from '../../core/plugin.ts'
import { accountPages } from '../../plugins/account-pages.ts'
import { cacheCookie } from '../../plugins/cache-cookie.ts'
import { consentManagement } from '../../plugins/consent-management.ts'
import { consents } from '../../plugins/consents.ts'
import { externalId } from '../../plugins/external-id.ts'
import { fetchTransport } from '../../plugins/fetch-transport.ts'
import { headStart } from '../../plugins/head-start.ts'
import { log } from '../../plugins/log.ts'
import { login } from '../../plugins/login.ts'
import { loginLinks } from '../../plugins/login-links.ts'
import { loginPopup } from '../../plugins/login-popup.ts'
import { measures } from '../../plugins/measures.ts'
import { ofetchTransport } from '../../plugins/ofetch-transport.ts'
import { preferPopup } from '../../plugins/prefer-popup.ts'
import { sessionCache } from '../../plugins/session-cache.ts'
import { sessionEvents } from '../../plugins/session-events.ts'
import { sessionPause } from '../../plugins/session-pause.ts'
import { sessionRefresh } from '../../plugins/session-refresh.ts'
import { simplifiedLogin } from '../../plugins/simplified-login.ts'
import { status } from '../../plugins/status.ts'
import { tabs } from '../../plugins/tabs.ts'
import { user } from '../../plugins/user.ts'
import { userContext } from '../../plugins/user-context.ts'

/** Every plugin, and the methods that it contributes. A new plugin joins by one line. */
export const PLUGINS: [file: string, factory: () => AnyPlugin, methods: string[]][] = [
  ['account-pages', () => accountPages(), ['accountUrl', 'phonesUrl']],
  ['cache-cookie', () => cacheCookie(), ['enableCacheCookie']],
  ['consent-management', () => consentManagement(), []],
  ['consents', () => consents(), []],
  ['external-id', () => externalId(), ['getExternalId']],
  ['fetch-transport', () => fetchTransport(), []],
  ['head-start', () => headStart(), []],
  ['log', () => log(), ['logSettings']],
  ['login', () => login(), ['login', 'loginUrl', 'logout', 'logoutUrl']],
  ['login-links', () => loginLinks(), []],
  ['login-popup', () => loginPopup(), ['loginPopup']],
  ['measures', () => measures(), []],
  ['ofetch-transport', () => ofetchTransport(), []],
  ['prefer-popup', () => preferPopup(), []],
  ['session-cache', () => sessionCache(), ['clearCachedUserSession']],
  ['session-events', () => sessionEvents(), []],
  ['session-pause', () => sessionPause(), []],
  ['session-refresh', () => sessionRefresh(), []],
  ['simplified-login', () => simplifiedLogin(), ['showSimplifiedLoginWidget']],
  ['status', () => status(), ['getSnapshot', 'subscribe']],
  ['tabs', () => tabs(), []],
  [
    'user',
    () => user(),
    ['getSpId', 'getUser', 'getUserId', 'getUserSDRN', 'getUserUuid', 'isConnected', 'isLoggedIn'],
  ],
  ['user-context', () => userContext(), ['getUserContextData']],
]
