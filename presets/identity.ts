/**
 * The default import: the full identity, its environment given by name or as an object.
 */
import type { Environment } from '../core/environment.ts'
import { BoundIdentity, type BoundOptions } from './bound-identity.ts'
import { type EnvironmentName, environmentOf } from './environments.ts'

export { defineEnvironment, type Environment } from '../core/environment.ts'
export { SDKError, type SDKErrorReason } from '../core/errors.ts'
export type { IdentityEvents } from '../core/events.ts'
export type {
  ConsentReader,
  HasSessionFailureResponse,
  HasSessionSuccessResponse,
  LoginOptions,
  LoginUrlOptions,
  SimplifiedLoginData,
} from '../core/types.ts'
export { VERSION } from '../core/version.ts'
export type { CacheCookieOptions } from '../plugins/cache-cookie.ts'
export { registerGlobal } from '../plugins/global-registrar.ts'
export type {
  SimplifiedLoginWidgetLoginOptions,
  SimplifiedLoginWidgetOptions,
} from '../plugins/simplified-login.ts'
export type { User } from '../plugins/user.ts'
export { type EnvironmentName, PRE, PRO, PRO_DK, PRO_FI, PRO_NO } from './environments.ts'

/** Options of {@link Identity} (section 2.1). */
export interface IdentityOptions extends Omit<BoundOptions, 'env'> {
  /** The account service: a name, or an Environment object. @default 'PRE' */
  env?: EnvironmentName | Environment
}

/**
 * Identity functions for a page, against a central account service.
 *
 * @example
 * const identity = new Identity({
 *   clientId: 'abc',
 *   sessionDomain: 'https://id.site.com',
 *   redirectUri: 'https://site.com/callback',
 *   env: 'PRO',
 * })
 * identity.on('login', (session) => greet(session.givenName))
 * await identity.isLoggedIn()
 */
export class Identity extends BoundIdentity {
  /** @throws {SDKError} `option-invalid`, naming the option, the kind of value it has, and what to give */
  constructor(options: IdentityOptions) {
    super({ ...options, env: environmentOf(options?.env ?? 'PRE') })
  }
}
