/**
 * The shapes that cross the wire or the public API, field by field.
 * Sections refer to the identity specification.
 */

/** A session: what the session service knows about the user of this browser (section 2.6). Frozen. */
export interface HasSessionSuccessResponse {
  /** True if the user is connected to the merchant. */
  readonly result?: boolean
  /** `connected` or `notConnected`. @deprecated use `isConnected()` */
  readonly userStatus?: string
  /** Domain that the session service speaks for. */
  readonly baseDomain?: string
  /** @deprecated obsolete */
  readonly id?: string
  /** Numeric user id; duplicates exist across separately deployed regions. Its presence means: logged in. */
  readonly userId?: number
  /** Universally unique user id. */
  readonly uuid?: string
  /** Session-cache id. */
  readonly sp_id?: string
  /** Time until expiry, in milliseconds (in seconds where the environment says so). */
  readonly expiresIn?: number
  /** Server time, in seconds since the Unix epoch. */
  readonly serverTime?: number
  /** HMAC SHA-256 signature, a dot, and the session as base64url-encoded JSON. A secret: never log it. */
  readonly sig?: string
  /** Connected users only. */
  readonly displayName?: string
  /** Connected users only. */
  readonly givenName?: string
  /** Connected users only. */
  readonly familyName?: string
  /** `male`, `female` or `undisclosed`. Connected users only. */
  readonly gender?: string
  /** URL. Connected users only. */
  readonly photo?: string
  /** Connected users only. */
  readonly tracking?: boolean
  /** Connected users only. */
  readonly clientAgreementAccepted?: boolean
  /** Connected users only. */
  readonly defaultAgreementAccepted?: boolean
  /** Pairwise identifier: differs from merchant to merchant. */
  readonly pairId?: string
  /** User SDRN. */
  readonly sdrn?: string
}

/** The body of a failed session call (section 2.7). */
export interface HasSessionFailureResponse {
  readonly error: {
    /** Typically an HTTP status code. */
    readonly code?: number
    readonly description?: string
    /** Name of the kind of error. */
    readonly type?: string
  }
  readonly response?: {
    readonly baseDomain?: string
    /** Time span in milliseconds (in seconds where the environment says so). */
    readonly expiresIn?: number
    readonly result?: boolean
    /** Seconds since the Unix epoch. */
    readonly serverTime?: number
  }
}

/** A page language of the account service (section 2.2). */
export type Locale = 'nb_NO' | 'fi_FI' | 'sv_SE' | 'en_US'

/** What a login URL is made of (section 2.2). Empty values count as not given. */
export interface LoginUrlOptions {
  /** Opaque value that comes back with the code. Unguessable, it protects against CSRF. A secret. */
  state: string
  /**
   * How the user must authenticate: `otp-email` alone, or any of `password`, `otp`, `sms`, `eid`, `eid-no`,
   * `eid-se`, `eid-fi`, `eid-dk` separated by single spaces. Verify it by the AMR claim of the ID token.
   */
  acrValues?: string
  /** Space-separated OAuth scopes. @default 'openid' */
  scope?: string
  /** Receives the code; must exactly match a registered redirect URI. @default the instance's `redirectUri` */
  redirectUri?: string
  /** E-mail address or UUID of the user expected. */
  loginHint?: string
  /** Analytics tag. */
  tag?: string
  /** Slug of the teaser that replaces the default one. */
  teaser?: string
  /** Seconds that may have passed since the user last authenticated (OpenID Connect Core 3.1.2.1). */
  maxAge?: number | string
  /** Overrides the locale of the client. */
  locale?: Locale
  /** Ask for user name and password on one screen. @default false */
  oneStepLogin?: boolean
  /** What the user is asked for; left out when `acrValues` is given. @default 'select_account' */
  prompt?: 'select_account' | 'login'
  /** Identifier for cross-domain tracking. */
  xDomainId?: string
  /** Environment for cross-domain tracking. */
  xEnvironmentId?: string
  /** Campaign that led the user here. */
  originCampaign?: string
}

/** What `login` takes (section 2.2). */
export interface LoginOptions extends LoginUrlOptions {
  /** Try to open a popup; falls back to a redirect when it is blocked. @default false */
  preferPopup?: boolean
}
