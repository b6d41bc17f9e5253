/** The public face of the kernel. */
export { SDKError, type SDKErrorDetails } from './errors.ts'
export { createIdentity } from './kernel/create-identity.ts'
export type { EventName, Events, Listener } from './kernel/events.ts'
export type * from './kernel/hooks.ts'
export { pageLeaves, pageReturns, pageShows } from './kernel/page.ts'
export {
  type AnyPlugin,
  type ApisOf,
  type BegunRequest,
  definePlugin,
  type IdentityCore,
  type Kernel,
  type Plugin,
  type Transport,
} from './kernel/plugin.ts'
export { VERSION } from './names.ts'
export {
  type BrowserWindow,
  defineEnvironment,
  type Environment,
  type KernelOptions,
  type LogFunction,
  type ResolvedOptions,
} from './options.ts'
export { EXPLANATIONS, type SDKErrorReason } from './reasons.ts'
export type { SessionOutcome, SessionSettled } from './session/ending.ts'
export type { FetchPosition, Middleware, SessionCall, SessionPosition } from './session/middleware.ts'
export type { SessionResponse, SessionResult, SessionSource, TransportResponse } from './session/result.ts'
export type { HasSessionFailureResponse, HasSessionSuccessResponse, IdentityEvents, Session } from './session/types.ts'
export type { ClientStorage, StoredEntry } from './storage.ts'
export type { QueryParameters, UrlBuildContext, UrlBuilder, UrlKind } from './urls.ts'
