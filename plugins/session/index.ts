/**
 * Who answers a session call besides the service, and who keeps a call from it: the cache, the page's head, the pause after a
 * failure, the refresh of the cookie.
 */
export { headStart } from './head-start.ts'
export { type SessionCacheApi, sessionCache } from './session-cache.ts'
export { sessionPause } from './session-pause.ts'
export { type SessionRefreshOptions, sessionRefresh } from './session-refresh.ts'
