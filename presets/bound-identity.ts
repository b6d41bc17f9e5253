/**
 * The class that hands the full identity out: a table of contents, one line a method.
 * It takes an Environment object and knows none by name, so that a bundle holds the hosts of one environment only.
 */
import { SDKError } from '../core/errors.ts'
import type { EventName, IdentityEvents, Listener } from '../core/events.ts'
import type { PositionalLogin } from '../core/navigation.ts'
import { windowOf } from '../core/options.ts'
import type {
  HasSessionSuccessResponse,
  LoginOptions,
  LoginUrlOptions,
  SimplifiedLoginData,
} from '../core/types.ts'
import type { CacheCookieOptions } from '../plugins/cache-cookie.ts'
import { globalName, registerGlobal } from '../plugins/global-registrar.ts'
import { ofetchTransport } from '../plugins/ofetch-transport.ts'
import type {
  SimplifiedLoginWidgetLoginOptions,
  SimplifiedLoginWidgetOptions,
} from '../plugins/simplified-login.ts'
import type { User } from '../plugins/user.ts'
import { createFullIdentity, type FullIdentity, type FullOptions } from './full.ts'

/** Options of the class: those of the full identity, and where it is registered. */
export interface BoundOptions extends FullOptions {
  /** What comes before `Identity` in the global property and its `:ready` event. @default 'sch' */
  globalPrefix?: string
}

/** The full identity, for an environment given as an object. Each method is documented where its plugin declares it. */
export class BoundIdentity implements FullIdentity {
  readonly #identity: FullIdentity
  readonly #unregister: () => void

  /** @throws {SDKError} `option-invalid`, naming the option, the kind of value it has, and what to give */
  constructor(options: BoundOptions) {
    const { globalPrefix } = options
    globalName('Identity', globalPrefix)
    this.#identity = createFullIdentity(options, ofetchTransport())
    try {
      this.#unregister = registerGlobal(windowOf(options), 'Identity', this, globalPrefix)
    } catch (cause) {
      this.#identity.dispose()
      const message = 'The window takes no instance under this globalPrefix: give another one.'
      throw new SDKError('option-invalid', message, { cause })
    }
  }

  on<Name extends EventName>(event: Name, listener: Listener<Name>): () => void {
    return this.#identity.on(event, listener)
  }
  once<Name extends EventName>(event: Name, listener: Listener<Name>): () => void {
    return this.#identity.once(event, listener)
  }
  off<Name extends EventName>(event: Name, listener?: Listener<Name>): void {
    this.#identity.off(event, listener)
  }
  emit<Name extends EventName>(event: Name, payload: IdentityEvents[Name]): void {
    this.#identity.emit(event, payload)
  }
  dispose(): void {
    this.#unregister()
    this.#identity.dispose()
  }

  hasSession(): Promise<HasSessionSuccessResponse> {
    return this.#identity.hasSession()
  }
  clearCachedUserSession(): void {
    this.#identity.clearCachedUserSession()
  }
  isLoggedIn(): Promise<boolean> {
    return this.#identity.isLoggedIn()
  }
  isConnected(): Promise<boolean> {
    return this.#identity.isConnected()
  }
  enableCacheCookie(options?: CacheCookieOptions): void {
    this.#identity.enableCacheCookie(options)
  }

  getUser(): Promise<User> {
    return this.#identity.getUser()
  }
  getUserId(): Promise<string> {
    return this.#identity.getUserId()
  }
  getUserUuid(): Promise<string> {
    return this.#identity.getUserUuid()
  }
  getUserSDRN(): Promise<string> {
    return this.#identity.getUserSDRN()
  }
  getSpId(): Promise<string | null> {
    return this.#identity.getSpId()
  }
  getExternalId(externalParty: string, optionalSuffix?: string | null): Promise<string> {
    return this.#identity.getExternalId(externalParty, optionalSuffix)
  }
  getUserContextData(): Promise<SimplifiedLoginData | null> {
    return this.#identity.getUserContextData()
  }

  login(options: LoginOptions): Window | null {
    return this.#identity.login(options)
  }
  loginUrl(...args: [options: LoginUrlOptions] | PositionalLogin): string {
    return this.#identity.loginUrl(...args)
  }
  logout(redirectUri?: string): void {
    this.#identity.logout(redirectUri)
  }
  logoutUrl(redirectUri?: string): string {
    return this.#identity.logoutUrl(redirectUri)
  }
  accountUrl(redirectUri?: string): string {
    return this.#identity.accountUrl(redirectUri)
  }
  phonesUrl(redirectUri?: string): string {
    return this.#identity.phonesUrl(redirectUri)
  }
  showSimplifiedLoginWidget(
    loginParams: SimplifiedLoginWidgetLoginOptions,
    options?: SimplifiedLoginWidgetOptions,
  ): Promise<true> {
    return this.#identity.showSimplifiedLoginWidget(loginParams, options)
  }

  logSettings(): void {
    this.#identity.logSettings()
  }
}
