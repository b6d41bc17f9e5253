/**
 * Every plugin by name. Bundlers keep only those that are used.
 */
export { type AccountPagesApi, accountPages } from './account-pages.ts'
export {
  type Ask,
  createTransport,
  type FetchBeforeContext,
  fetchLimited,
  parseBody,
  type TransportOptions,
} from './attempts.ts'
export { type CacheCookieApi, type CacheCookieOptions, cacheCookie } from './cache-cookie.ts'
export { consentManagement } from './consent-management.ts'
export {
  type ConsentReader,
  type ConsentsOptions,
  type ConsentsRequestContext,
  consents,
} from './consents.ts'
export { type ExternalIdApi, externalId } from './external-id.ts'
export { fetchTransport } from './fetch-transport.ts'
export { registerGlobal } from './global-registrar.ts'
export { headStart } from './head-start.ts'
export { type LogApi, log } from './log.ts'
export {
  type Locale,
  type LoginApi,
  type LoginBeforeContext,
  type LoginOptions,
  type LoginRequestContext,
  type LoginUrlOptions,
  type LogoutBeforeContext,
  login,
  type PositionalLogin,
} from './login.ts'
export { type LoginLinksOptions, loginLinks } from './login-links.ts'
export {
  type LoginPopupApi,
  type LoginPopupOptions,
  type LoginPopupResult,
  loginPopup,
} from './login-popup.ts'
export { type Measured, measures } from './measures.ts'
export {
  type InterceptorContext,
  type Interceptors,
  type OfetchTransportOptions,
  ofetchTransport,
} from './ofetch-transport.ts'
export { preferPopup } from './prefer-popup.ts'
export { type SessionCacheApi, sessionCache } from './session-cache.ts'
export { sessionEvents } from './session-events.ts'
export { sessionPause } from './session-pause.ts'
export { type SessionRefreshOptions, sessionRefresh } from './session-refresh.ts'
export {
  type SimplifiedLoginApi,
  type SimplifiedLoginWidgetLoginOptions,
  type SimplifiedLoginWidgetOptions,
  simplifiedLogin,
} from './simplified-login.ts'
export { type SessionSource, type Snapshot, type StatusApi, status } from './status.ts'
export { tabs } from './tabs.ts'
export { type User, type UserApi, user } from './user.ts'
export {
  type SimplifiedLoginData,
  type UserContextApi,
  type UserContextRequestContext,
  userContext,
} from './user-context.ts'
