/**
 * The full list of plugins, and the class that hands their methods out: a table of contents, one line a method.
 * It takes an Environment object and knows none by name, so that a bundle holds the hosts of one environment only.
 */
import { createIdentity } from '../core/create-identity.ts'
import type { EventName, IdentityEvents, Listener } from '../core/events.ts'
import type { PositionalLogin } from '../core/navigation.ts'
import type { IdentityOptions } from '../core/options.ts'
import type { ApisOf, IdentityCore, Plugin } from '../core/plugin.ts'
import type { HasSessionSuccessResponse, LoginOptions, LoginUrlOptions } from '../core/types.ts'
import { ofetchTransport } from '../plugins/ofetch-transport.ts'
import { type SessionCacheApi, sessionCache } from '../plugins/session-cache.ts'
import { sessionEvents } from '../plugins/session-events.ts'
import { type User, type UserApi, user } from '../plugins/user.ts'

type FullPlugins = readonly [Plugin, Plugin<SessionCacheApi>, Plugin, Plugin<UserApi>]

/** Every method of the full identity. */
export type FullIdentity = IdentityCore & ApisOf<FullPlugins>

/** The full identity, for an environment given as an object. Each method is documented where its plugin declares it. */
export class BoundIdentity implements FullIdentity {
  readonly #identity: FullIdentity

  /** @throws {SDKError} `option-invalid`, naming the option, the kind of value it has, and what to give */
  constructor(options: IdentityOptions) {
    this.#identity = createIdentity<FullPlugins>(options, [
      ofetchTransport(),
      sessionCache(),
      sessionEvents(),
      user(),
    ])
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
}
