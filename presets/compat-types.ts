/**
 * The types of `portico/compat`: as loose as those of the existing client, so that a page that was written for it
 * compiles as it is. What each method does stands with the plugin that contributes it.
 */
import type { Environment } from '../core/environment.ts'
import type * as core from '../core/types.ts'
import type { CacheCookieOptions } from '../plugins/reporting/cache-cookie.ts'
import type { SimplifiedLoginData as UserContext } from '../plugins/user/user-context.ts'
import type { BoundIdentity, BoundOptions } from './bound-identity.ts'

/** A session, all of its members taken to be there. */
export type HasSessionSuccessResponse = {
  -readonly [Name in keyof core.HasSessionSuccessResponse]-?: core.HasSessionSuccessResponse[Name]
}
export type HasSessionFailureResponse = core.HasSessionFailureResponse
export type SimplifiedLoginData = Required<UserContext>

/** What `login` takes. */
export interface LoginOptions {
  state: string
  acrValues?: string
  scope?: string
  redirectUri?: string
  preferPopup?: boolean
  loginHint?: string
  tag?: string
  teaser?: string
  maxAge?: number | string
  locale?: string
  oneStepLogin?: boolean
  prompt?: string
  xDomainId?: string
  xEnvironmentId?: string
  originCampaign?: string
}

/** What `showSimplifiedLoginWidget` takes. */
export interface SimplifiedLoginWidgetLoginOptions extends Omit<LoginOptions, 'state'> {
  state: string | (() => string | Promise<string>)
}

/** How the widget is shown. */
export interface SimplifiedLoginWidgetOptions {
  encoding?: string
  locale?: string
  nonce?: string
}

// biome-ignore lint/suspicious/noExplicitAny: that client's own types say no more
type Any = any
type AnyFunction = (...args: Any[]) => Any

/** Options of {@link CompatIdentity}: those of an environment preset, in looser types. */
export interface CompatOptions
  extends Omit<BoundOptions, 'redirectUri' | 'env' | 'log' | 'window' | 'callbackBeforeRedirect'> {
  /** Where the browser returns to. Without it, each login needs its own. */
  redirectUri?: string
  /** A name, or one address for all services. @default 'PRE' */
  env?: string | Environment
  log?: AnyFunction
  window?: Any
  callbackBeforeRedirect?: AnyFunction
}

/** Methods that have no type of their own here. */
type Same =
  | 'isLoggedIn'
  | 'isConnected'
  | 'getUserUuid'
  | 'getUserSDRN'
  | 'getSpId'
  | 'getExternalId'
  | 'clearCachedUserSession'
  | 'enableCacheCookie'
  | 'logout'
  | 'logoutUrl'
  | 'accountUrl'
  | 'phonesUrl'
  | 'logSettings'
  | 'dispose'

/** An identity with the habits of the existing client. */
export interface CompatIdentity extends Pick<BoundIdentity, Same> {
  readonly clientId: string
  readonly redirectUri: string
  readonly env: string
  readonly window: Any
  readonly log: AnyFunction
  /** The session, a copy of the caller's own; while the page is being left to refresh it, the address. */
  hasSession(): Promise<HasSessionSuccessResponse | HasSessionFailureResponse>
  getUser(): Promise<HasSessionSuccessResponse>
  /** The user id as the session has it: a number, although that client's types say text. */
  getUserId(): Promise<Any>
  getUserContextData(): Promise<SimplifiedLoginData | null>
  login(options: LoginOptions): Window | null
  loginUrl(options: LoginOptions | string, ...args: Any[]): string
  /** @param options seconds until the cookie expires, and its domain; seconds alone will do */
  enableVarnishCookie(options?: number | CacheCookieOptions): void
  showSimplifiedLoginWidget(
    loginParams: SimplifiedLoginWidgetLoginOptions,
    options?: SimplifiedLoginWidgetOptions,
  ): Promise<Any>
  /** Calls `listener` as often as it was added, with `context` as its `this`. */
  on(event: string, listener: AnyFunction, context?: Any): this
  once(event: string, listener: AnyFunction, context?: Any): this
  off(event: string, listener?: AnyFunction): this
  emit(event: string, ...args: Any[]): this
}
