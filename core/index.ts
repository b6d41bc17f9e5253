/**
 * The public face of the kernel.
 */
export { readConsents } from './consents.ts'
export { createIdentity } from './create-identity.ts'
export { defineEnvironment, type Environment } from './environment.ts'
export { SDKError, type SDKErrorDetails, type SDKErrorReason } from './errors.ts'
export type { EventName, Events, IdentityEvents, Listener } from './events.ts'
export type {
  AsyncHooks,
  ConsentsRequestContext,
  HookHandler,
  LoginBeforeContext,
  LogoutBeforeContext,
  SessionAcceptedContext,
  SessionFailedContext,
  SessionFetchContext,
  SessionFetchedContext,
  SessionRequestContext,
  SyncHooks,
  UrlBuildContext,
  UrlKind,
  UserContextRequestContext,
} from './hooks.ts'
export type { Navigation, PositionalLogin } from './navigation.ts'
export type { BrowserWindow, IdentityOptions, LogFunction, ResolvedOptions } from './options.ts'
export {
  type AnyPlugin,
  type ApisOf,
  definePlugin,
  type IdentityCore,
  type Kernel,
  type Plugin,
} from './plugin.ts'
export type { AcceptedAnswer, DatedAnswer, SessionAnswer } from './session-answer.ts'
export type { ExpiringStore } from './storage.ts'
export type { Transport, TransportAnswer, TransportOptions } from './transport.ts'
export type {
  ConsentReader,
  HasSessionFailureResponse,
  HasSessionSuccessResponse,
  Locale,
  LoginOptions,
  LoginUrlOptions,
  SimplifiedLoginData,
} from './types.ts'
export type { QueryParameters, UrlBuilder } from './urls.ts'
export { VERSION } from './version.ts'
