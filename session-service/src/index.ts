/**
 * A session service for any OpenID provider: it speaks the wire contract of Portico to pages, and OpenID Connect to the provider.
 */
export { createSessionService, type ExternalLogin, type SessionService } from './create-session-service.ts'
export type { SessionServiceEnvironment } from './environment.ts'
export type { ServiceEvent } from './events.ts'
export {
  type ManagedSession,
  type ManagedSessions,
  NotForgotten,
  type SessionTarget,
} from './managed-sessions.ts'
export type { Appearance, Colors } from './options/appearance.ts'
export type {
  AccessDecision,
  AccessRequest,
  CodeRedemptionOptions,
  CustomIds,
  ProviderReader,
  SessionServiceOptions,
} from './options/options.ts'
export { OptionsError } from './options/options-error.ts'
export type { AccountPage, AccountPageRequest, ProviderOptions } from './options/provider-options.ts'
export type { Secret } from './options/secret.ts'
export type { ServiceHost, Site, SiteDirectory } from './options/site.ts'
export type { PageAction, PageKind, PageLanguage, PageSession, PageView } from './pages/page.ts'
export type {
  FoundSession,
  Owner,
  ReservedUserId,
  ScanPage,
  SessionStore,
  StoredSession,
} from './store/session-store.ts'
