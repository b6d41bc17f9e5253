/**
 * The types of `portico/compat`: as loose as those of the account-sdk-browser, so that a page that was written for it compiles as it is.
 */
import type { Environment } from '../../core/options.ts'
import type * as core from '../../core/session/types.ts'
import type { EnvironmentOptions } from '../bound-identity.ts'

// biome-ignore lint/suspicious/noExplicitAny: the account-sdk-browser's own types say no more
export type Any = any
// biome-ignore lint/complexity/noBannedTypes: the account-sdk-browser's own type
export type AnyFunction = Function
/** A listener. By its second part, what the page writes on the spot needs no types. */
export type Listener = AnyFunction | ((...args: Any[]) => Any)

/** A session, all of its members taken to be there. The two that only this library names are left out, so that a page can make one. */
type StatedSession = Omit<core.Session, 'userId' | 'pairId' | 'sdrn'>
export type HasSessionSuccessResponse = {
  -readonly [Name in keyof StatedSession]-?: StatedSession[Name]
} & { userId: number }
export type HasSessionFailureResponse = {
  error: { code: number; description: string; type: string }
  response: { baseDomain: string; expiresIn: number; result: boolean; serverTime: number }
}
export type SimplifiedLoginData = {
  identifier: string
  display_text: string
  client_name: string
  /** Where the user's session comes from; passed on to the widget. */
  provider_id?: string
}

/** What `loginUrl` takes, and `login` besides a popup. */
interface LoginParameters {
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

/** What `login` takes. */
export interface LoginOptions extends LoginParameters {
  state: string
}

/** What `showSimplifiedLoginWidget` takes. */
export interface SimplifiedLoginWidgetLoginOptions extends LoginParameters {
  state: string | (() => string | Promise<string>)
}

/** How the widget is shown, as the account-sdk-browser's types have it. */
export interface SimplifiedLoginWidgetOptions {
  encoding: string
  locale?: 'nb' | 'sv' | 'fi' | 'da' | 'en'
  nonce?: string
}

/** How the widget is shown. */
export interface WidgetOptions {
  encoding?: string
  locale?: string
  nonce?: string
}

/** Options of `Identity`: those of an environment preset, in looser types. */
export interface CompatOptions
  extends Omit<EnvironmentOptions, 'revalidate' | 'redirectUri' | 'log' | 'window' | 'callbackBeforeRedirect'> {
  /** Where the browser returns to. Without it, each login needs its own. */
  redirectUri?: string
  /** A name, or one address for all services. @default 'PRE' */
  env?: string | Environment
  log?: AnyFunction
  /** The window to work in. A test may give a few members: the global has the rest, but for storage, events, channels and popups. @default the global one */
  window?: Any
  callbackBeforeRedirect?: AnyFunction
}

/** What the account-sdk-browser's types say of the options. What takes more has two signatures, since types are inferred from the last one. */
export type StatedOptions<Options> = Options & { redirectUri: string; env?: string }

/** How the cookie `SP_ID` is written. */
export interface VarnishCookieOptions {
  /** Seconds until it expires; 0 is the session's lifetime. */
  expiresIn?: number
  domain?: string
}

/** Options of `Monetization`. */
export interface MonetizationOptions extends Pick<CompatOptions, 'clientId' | 'redirectUri' | 'env' | 'window'> {
  /** Without it, there are addresses alone. */
  sessionDomain?: string
}

/** What the session service says about a user who has access to products. */
export interface AccessResult {
  entitled: boolean
  allowedFeatures: string[]
  /** Seconds for which it holds. */
  ttl: number
  userId: number
  uuid: string
  /** For the site's server, which can verify it. A secret: never log it. */
  sig: string
}

/** Options of `Payment`. */
export interface PaymentOptions extends Pick<CompatOptions, 'clientId' | 'redirectUri' | 'env' | 'window'> {
  /** Name of the publisher, for `purchasePromoCodeProductFlowUrl` alone. */
  publisher?: string
}

/** What `payWithPaylink` takes. */
export interface PaylinkOptions {
  paylink: string
  /** Try to open a popup; goes there by redirect when it is blocked. @default false */
  preferPopup?: boolean
  redirectUri?: string
}
