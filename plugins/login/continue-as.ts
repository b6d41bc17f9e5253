/**
 * What `continueAs` takes and gives, and the hooks that tell of it.
 */
import type { SDKError } from '../../core/errors.ts'
import type { LoginOptions } from './login-hooks.ts'
import type { SimplifiedLoginWidgetOptions } from './simplified-login.ts'

/** What a server has made for one login: `binding` of `beginLogin` of `portico/server`. Secrets. */
export interface LoginBinding {
  readonly state: string
  readonly nonce?: string | undefined
  readonly code_challenge?: string | undefined
  readonly code_challenge_method?: string | undefined
}

/** `passive`: the page asks by itself, and the browser may keep quiet. `active`: the reader has clicked on a button. */
export type ContinueAsMode = 'passive' | 'active'

/** Another provider that the browser offers in the same dialog. */
export interface OtherProvider {
  /** Address of its config file. */
  readonly configUrl: string
  /** The identifier by which it knows the site. */
  readonly clientId: string
  /** What it gets besides, such as a nonce. A function is called when the reader is about to be asked. */
  readonly params?: object | (() => object) | undefined
  /** Takes its token, a secret, to the site's server, which logs the reader in. Awaited. */
  onToken(token: unknown): unknown
}

/** Options of `fedcm`. */
export interface FedcmOptions {
  /**
   * Other providers, whom the browser offers beside the account service in the same dialog: where the page asks by itself, and the browser
   * can (Chrome 136). Elsewhere it offers the account service alone.
   *
   * @default none
   */
  others?: readonly OtherProvider[] | undefined
}

/** An authorization code, for the server that redeems it. Secrets. */
export interface ContinuedLogin {
  readonly code: string
  readonly state: string
  /** The redirect URI with the whole response, as a redirect would have it. Fetch it, and the server needs nothing new. */
  readonly url: string
}

/** What {@link FedcmApi.continueAs} takes: besides these, what a login takes, for the account service. */
export interface ContinueAsOptions extends Omit<LoginOptions, 'state' | 'preferPopup'> {
  /**
   * The state, or all that the server has made for this login, or a function that makes one of them. It is called when the reader is
   * about to be asked; where the widget asks, each time the reader continues.
   */
  state: string | LoginBinding | (() => string | LoginBinding | Promise<string | LoginBinding>)
  /** @default 'passive' */
  mode?: ContinueAsMode | undefined
  /** Takes the code, instead of the page being sent to the redirect URI with it. Awaited. Where the widget asks, the page leaves. */
  onCode?: ((login: ContinuedLogin) => unknown) | undefined
  /** How the widget is shown, where the browser has no dialog. */
  widget?: SimplifiedLoginWidgetOptions | undefined
}

/** How an offer to continue ended. None of it says that nobody is logged in. */
export interface ContinueAsResult {
  /**
   * `connected`: the reader continues. The page has the code, or the page is on its way with it; where the widget asked, on its way
   * to the login page. `dismissed`: the browser gave no account: the reader has closed the dialog, or nobody is logged in, or it does
   * not ask again so soon. Browsers do not tell which. Or the reader has closed the widget. `unavailable`: there was nothing to ask
   * by, the account service refused, another login or another offer began, the reader has logged out, or the page was left.
   */
  outcome: 'connected' | 'dismissed' | 'unavailable'
  /** Address of the config file of the other provider by whom the reader continues; undefined where it is the account service. */
  provider?: string | undefined
}

/** Who asks the reader. */
export type ContinueAsWay = 'browser' | 'widget'

/** `continue-as:started`: the reader is about to be asked. */
export interface ContinueAsStartedContext {
  readonly way: ContinueAsWay
  readonly mode: ContinueAsMode
}

/** `continue-as:ended`: an offer has ended. Either `outcome` or `error` is set. */
export interface ContinueAsEndedContext {
  readonly outcome: ContinueAsResult['outcome'] | undefined
  readonly error: SDKError | undefined
}

declare module '../../core/kernel/hooks.ts' {
  interface SyncHooks {
    'continue-as:started': ContinueAsStartedContext
    'continue-as:ended': ContinueAsEndedContext
  }
}
