// The options of the OpenID provider, where readers log in.

import type { ClientAuth } from 'openid-client'

/** A page of the account service that the library knows, for which the provider may have one. */
export type AccountPage = 'account' | 'phones'

/** A request for an account page. */
export interface AccountPageRequest {
  readonly page: AccountPage
  readonly clientId: string | undefined
  /** Where the page would like the reader to come back to. Nobody has checked it. */
  readonly redirectUri: string | undefined
}

/** An OpenID provider with discovery, the code flow and PKCE. */
export interface ProviderOptions {
  /** As in the provider's discovery document, character for character: ids of readers follow from it. */
  readonly issuer: string
  /** The address of that document, where it is another one. @default `<issuer>/.well-known/openid-configuration` */
  readonly discoveryUrl?: string
  /** The client that is registered there for the service. Its redirect URI is `<origin>/callback`. */
  readonly clientId: string
  /**
   * The client's secret; or a list of them during a rotation: the service tries each until the provider takes one.
   *
   * @default none: the client is public
   */
  readonly clientSecret?: string | readonly string[]
  /**
   * How the client proves who it is at the token endpoint: by HTTP Basic, in the form, or by what `openid-client` has besides, such as
   * `PrivateKeyJwt(key)`.
   *
   * @default 'basic', or 'none' without a `clientSecret`
   */
  readonly clientAuthentication?: 'basic' | 'post' | 'none' | ClientAuth
  /**
   * Whether a login carries a code challenge (PKCE). False is for providers that refuse one, and needs a client with a secret: the `nonce`
   * binds the code to the login then.
   *
   * @default true
   */
  readonly pkce?: boolean
  /** What the service asks for; `openid` is among it. @default ['openid', 'profile'] */
  readonly scopes?: readonly string[]
  /**
   * Values of `prompt` that the provider takes. Pages send `select_account` by default, and many providers refuse it: what is not
   * listed is left out.
   *
   * @default what discovery names, else `login`, `none` and `consent`
   */
  readonly prompts?: readonly string[]
  /**
   * The page's `acrValues` in the words of the provider, such as `{ otp: ['urn:example:mfa'] }`. A login that asks for one that is
   * not here is refused. One that comes back with another `acr` than was asked for fails, and the site is told `access_denied`.
   *
   * @default {}
   */
  readonly acrValues?: Readonly<Record<string, readonly string[]>>
  /** Names of parameters of the page's login that are passed on as they are, such as `tag`. @default [] */
  readonly forward?: readonly string[]
  /** Parameters that each login has at the provider, such as `audience`. @default {} */
  readonly parameters?: Readonly<Record<string, string>>
  /** The provider's account pages: one address for all, one for each, or a function. @default none: the response is 404 */
  readonly accountPages?:
    | string
    | Readonly<Partial<Record<AccountPage, string>>>
    | ((request: AccountPageRequest) => string | undefined)
  /**
   * Whether a logout goes on to the provider (OpenID Connect RP-Initiated Logout 1.0). If it does not, the reader is still logged in at the
   * provider: so the next login of that browser asks for a password (`prompt=login`).
   *
   * @default true
   */
  readonly rpInitiatedLogout?: boolean
  /**
   * A page of the provider that ends its session, to which a logout goes on where the discovery document has no `end_session_endpoint`.
   * The service adds nothing to the address, and does not learn whether the session has ended.
   *
   * @default none
   */
  readonly logoutUrl?: string
  /**
   * Whether the provider may end sessions by a page that it loads in a frame (front-channel logout). Anybody who knows a `sid` can
   * then end its session. Prefer the back channel, which is always on.
   *
   * @default false
   */
  readonly frontChannelLogout?: boolean
  /** Fetches what the provider publishes, and exchanges codes there. @default the runtime's `fetch` */
  readonly fetch?: typeof fetch
}
