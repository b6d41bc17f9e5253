/**
 * What `beginLogin` and `finishLogin` take and give.
 */

/** Options of `beginLogin`. */
export interface BeginLoginOptions {
  /** Where the reader goes afterwards: a path of the site, as a link may say it. Anything else is the front page. @default '/' */
  returnTo?: unknown
  /**
   * More parameters of the protocol, such as `scope`, `prompt`, `acr_values`, `max_age` (in seconds). Empty ones are left out.
   *
   * @default scope `openid`
   */
  parameters?: Readonly<Record<string, string | undefined>> | undefined
}

/** Options of `beginLogin` for a login that the page sends by `login({ state })`. */
export interface BeginStateLoginOptions extends BeginLoginOptions {
  /**
   * Accepts this one login by its state alone, without nonce and code challenge, since the page sends neither. It can then be
   * finished with any code of the client that was asked for without them. Leave the option out where the browser goes to `url`, or
   * the page adds `binding`: such a login is finished with its own code alone.
   */
  allowStateAlone: true
}

/** A login that was begun. Answer with all of `setCookies`, and have the browser go on by one of the others. */
export interface BegunLogin {
  readonly ok: true
  /** The login page; send the browser there. */
  readonly url: string
  /**
   * `state`, `nonce`, `code_challenge` and `code_challenge_method` of `url`, for a page that adds them to the login page's
   * address by itself. A login that goes without one of them is refused.
   */
  readonly binding: Readonly<Record<'state' | 'nonce' | 'code_challenge' | 'code_challenge_method', string>>
  /** Headers `Set-Cookie`, each to be sent. Secrets. */
  readonly setCookies: readonly string[]
}

/** A login that was begun with `allowStateAlone`. */
export interface BegunStateLogin extends BegunLogin {
  /** For `login({ state })` of the page's library, whose login page is then asked for neither nonce nor code challenge. A secret. */
  readonly state: string
}

/**
 * A request that begins no login, since nobody has asked for one. Answer with an error, such as status 403, and without a page or a
 * cookie. Do not answer with 204: to a reader who clicks the link later, Chromium shows what it has fetched ahead, and that is nothing.
 */
export interface NotBegun {
  readonly ok: false
  /**
   * Why:
   *
   * - `prefetch`: the browser fetches or renders the address ahead of a click that may never come (`Sec-Purpose`)
   * - `no-navigation`: the request is for a part of a page, such as an image, or a script made it by another method than POST
   *   (`Sec-Fetch-Mode`)
   */
  readonly reason: 'prefetch' | 'no-navigation'
}

/** A reader who has just logged in. */
export interface LoggedInUser {
  /** The claim `sub`. */
  readonly uuid: string
  /** How they authenticated: the claim `amr`. Look here for what `acr_values` asked for. */
  readonly amr: readonly string[]
  /** The claim `acr`. */
  readonly acr?: string
  /** When they did, in seconds since the epoch: the claim `auth_time`. */
  readonly authTime?: number
  /** All claims of the ID token; with the scopes `profile`, `email` or `phone` those of the user info, too. */
  readonly claims: Readonly<Record<string, unknown>>
}

/**
 * Why nobody was logged in:
 *
 * - `no-login`: the request is no answer to a login
 * - `state-unknown`: this browser did not begin the login, has finished it, began it more than ten minutes ago, or has begun many others
 *   since
 * - `cancelled`: by the reader
 * - `refused`: by the account service; or its answer is not right, or belongs to another login
 * - `unreachable`: the account service could not be asked
 */
export type LoginFailure = 'no-login' | 'state-unknown' | 'cancelled' | 'refused' | 'unreachable'

/** What came of a login. Answer with all of `setCookies`, and send the browser to `returnTo`. */
export type FinishedLogin = {
  /** Absolute, and on the site, whatever was asked for. */
  readonly returnTo: string
  /** Headers `Set-Cookie`, each to be sent: they end the login, and take away the `SP_ID` of whoever was here before. */
  readonly setCookies: readonly string[]
} & (
  | {
      readonly ok: true
      readonly user: LoggedInUser
      /** For the session service, or for the account service's own interfaces. Secrets: never log them. */
      readonly tokens: { readonly idToken: string; readonly accessToken: string }
      /**
       * The header `Clear-Site-Data`: the browser forgets the pages of this origin that it has fetched ahead, which show an anonymous reader. Send
       * the same where your server ends a session of its own.
       */
      readonly clearSiteData: string
    }
  | {
      readonly ok: false
      readonly reason: LoginFailure
      /** The name of the error, such as `invalid_client`, where there is one. */
      readonly detail?: string
    }
)
