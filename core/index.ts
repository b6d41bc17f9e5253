/** The public face of the kernel. */
export { createIdentity } from './create-identity.ts'
export { defineEnvironment, type Environment } from './environment.ts'
export { SDKError, type SDKErrorDetails } from './errors.ts'
export type { EventName, Events, IdentityEvents, Listener } from './events.ts'
export type {
  AsyncHooks,
  HookHandler,
  HookName,
  Hooks,
  SessionAcceptedContext,
  SessionCall,
  SessionFailedContext,
  SessionFetchedContext,
  SessionRequestContext,
  SyncHooks,
} from './hooks.ts'
export type { BrowserWindow, KernelOptions, LogFunction, ResolvedOptions } from './options.ts'
export {
  type AnyPlugin,
  type ApisOf,
  definePlugin,
  type IdentityCore,
  type Kernel,
  type Plugin,
} from './plugin.ts'
export { EXPLANATIONS, type SDKErrorReason } from './reasons.ts'
export type { AcceptedAnswer, SessionAnswer } from './session-answer.ts'
export type { ExpiringStore } from './storage.ts'
export type { Transport, TransportAnswer } from './transport.ts'
export type { HasSessionFailureResponse, HasSessionSuccessResponse } from './types.ts'
export type { QueryParameters, UrlBuildContext, UrlBuilder, UrlKind } from './urls.ts'
export { VERSION } from './version.ts'
