/**
 * Every plugin by name. Bundlers keep only those that are used.
 */
export { fetchTransport } from './fetch-transport.ts'
export { ofetchTransport } from './ofetch-transport.ts'
export { type SessionCacheApi, sessionCache } from './session-cache.ts'
export { sessionEvents } from './session-events.ts'
export { type User, type UserApi, user } from './user.ts'
