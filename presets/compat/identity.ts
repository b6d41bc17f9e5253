/**
 * The class for sites that move over from @schibsted/account-sdk-browser by a bundler's alias: the full identity,
 * with the legacy behaviour of the account-sdk-browser and its loose types. Its methods call each other, so that a page may replace one and a subclass override it.
 */
import type { SDKError } from '../../core/errors.ts'
import { VERSION } from '../../core/names.ts'
import type * as strict from '../../plugins/login/login.ts'
import { registerGlobal } from '../register-global.ts'
import { compose, internals } from './compose.ts'
import { checkArgument, checkOption, pointing, widgetFailure } from './errors.ts'
import { asText, checkOptions, isUrl, wholeWindow } from './options.ts'
import { closePopup, loginArguments, loginDefaults } from './pages.ts'
import { Reader } from './reader.ts'
import type {
  Any,
  AnyFunction,
  CompatOptions,
  LoginOptions,
  SimplifiedLoginWidgetLoginOptions,
  SimplifiedLoginWidgetOptions,
  StatedOptions,
  VarnishCookieOptions,
  WidgetOptions,
} from './types.ts'
import { cookieMembers } from './varnish-cookie.ts'

export { SDKError } from './errors.ts'
export type * from './types.ts'

/** An identity with the legacy behaviour of `@schibsted/account-sdk-browser`. */
export class Identity extends Reader {
  declare clientId: string
  /** Where logins, logouts and the account's pages lead back to. Session calls go by the one that the instance was made with. */
  declare redirectUri: string
  declare env: string
  declare log: AnyFunction
  declare callbackBeforeRedirect: AnyFunction
  /** The window of the latest login by popup. */
  declare popup: Window
  /** Whether each `hasSession` writes the cookie `SP_ID`. */
  declare setVarnishCookie: boolean
  /** Seconds until the cookie expires; 0 is the session's lifetime. */
  declare varnishExpiresIn: number
  declare varnishCookieDomain: string

  /**
   * @throws {SDKError} `option-invalid`
   * @example const identity = new Identity({ clientId, sessionDomain, redirectUri, env: 'PRO' })
   */
  constructor(given: CompatOptions)
  constructor(given: StatedOptions<CompatOptions>)
  constructor(given: CompatOptions) {
    const options = pointing(new.target, () => checkOptions(given))
    const { clientId, redirectUri, env = 'PRE', window, log, callbackBeforeRedirect = () => {} } = options
    super((error) => window.reportError?.(error))
    Object.assign(this, { clientId, redirectUri, env, window: given.window ?? window, log, callbackBeforeRedirect })
    internals.put(
      this,
      pointing(new.target, () => compose(this, options)),
    )
    const { actions, ...members } = internals.of(this).identity
    // What the page's own plugins contribute, and what this class has nothing to say about. Devtools find the kernel by a symbol.
    for (const name of Reflect.ownKeys(members))
      if (!(name in this))
        Object.defineProperty(this, name, { value: Reflect.get(members, name), writable: true, configurable: true })
    actions.onDispose(registerGlobal(window, 'Identity', this, options.globalPrefix))
  }

  /** Sends the browser to the login page. @returns the popup, where one has opened @throws {SDKError} `argument-invalid` */
  login(options: LoginOptions): Window | null {
    closePopup(this)
    // Its types are looser. The URL that is built of them has been checked.
    const popup = internals
      .of(this)
      .identity.actions.goToLogin(
        options as strict.LoginOptions,
        this.loginUrl(loginDefaults(options, this.redirectUri)),
      )
    if (options.preferPopup) Object.assign(this, { popup })
    return popup
  }

  /** URL of the login page. The older form takes the options one after the other. @throws {SDKError} `argument-invalid` */
  // By a type parameter, so that a subclass may override it by the second signature alone.
  loginUrl<State extends string>(state: State, ...args: Any[]): string
  loginUrl(options: LoginOptions, ...args: Any[]): string
  loginUrl(options: LoginOptions | string, ...args: Any[]): string {
    return internals.of(this).identity.loginUrl(loginArguments(options, args, this.redirectUri))
  }

  /** Forgets the session, and sends the browser to the logout page. */
  logout(redirectUri: string = this.redirectUri): void {
    internals.of(this).identity.actions.goToLogout(
      () => this.logoutUrl(redirectUri),
      () => internals.of(this).identity.logoutUrl(),
    )
  }

  /** @throws {SDKError} `argument-invalid` */
  logoutUrl(redirectUri: string = this.redirectUri): string {
    const address = asText(redirectUri)
    checkArgument(isUrl(address), 'logoutUrl(): redirectUri is invalid')
    return internals.of(this).identity.logoutUrl(address)
  }

  /** @throws {SDKError} `argument-invalid` */
  accountUrl(redirectUri: string = this.redirectUri): string {
    return internals.of(this).identity.accountUrl(asText(redirectUri))
  }

  /** @throws {SDKError} `argument-invalid` */
  phonesUrl(redirectUri: string = this.redirectUri): string {
    return internals.of(this).identity.phonesUrl(asText(redirectUri))
  }

  /** Offers to continue as the user who is logged in to the account service. @throws {SDKError} (rejects) `widget-unavailable` */
  showSimplifiedLoginWidget<Options extends WidgetOptions>(
    loginParams: SimplifiedLoginWidgetLoginOptions,
    options: Options,
  ): Promise<Any>
  showSimplifiedLoginWidget(
    loginParams: SimplifiedLoginWidgetLoginOptions,
    options?: SimplifiedLoginWidgetOptions,
  ): Promise<Any>
  async showSimplifiedLoginWidget(
    loginParams: SimplifiedLoginWidgetLoginOptions,
    options?: WidgetOptions,
  ): Promise<Any> {
    // The types are looser here. Each value is checked.
    const show: AnyFunction = internals.of(this).identity.showSimplifiedLoginWidget
    try {
      return await show(loginParams, options)
    } catch (error) {
      throw widgetFailure(error as SDKError)
    }
  }

  /**
   * From now on, each `hasSession` sets the cookie `SP_ID`.
   *
   * @param options seconds until the cookie expires, and its domain; seconds alone will do
   * @throws {SDKError} `argument-invalid`
   */
  enableVarnishCookie<Given extends number | VarnishCookieOptions | undefined>(options: Given): void
  enableVarnishCookie(options?: VarnishCookieOptions): void
  enableVarnishCookie(options?: number | VarnishCookieOptions): void {
    Object.assign(this, cookieMembers(options))
  }

  /** The same, by the name of the default import. */
  enableCacheCookie(options?: VarnishCookieOptions): void {
    this.enableVarnishCookie(options)
  }

  /** Logs the settings to `log`, else to the console. */
  logSettings(): void {
    const { clientId, redirectUri, env } = this
    const log: unknown = this.log || wholeWindow(this.window).console?.log
    checkOption(typeof log === 'function', 'You have to provide log method in constructor')
    const settings = {
      clientId,
      redirectUri,
      env,
      sessionDomain: internals.of(this).sessionDomain,
      sdkVersion: VERSION,
    }
    log(`Schibsted account SDK for browsers settings: \n${JSON.stringify(settings, null, 2)}`)
  }

  /** Undoes all that the instance has done to the page, and rejects what is pending with `disposed`. */
  dispose(): void {
    internals.of(this).identity.dispose()
  }
}

export default Identity
