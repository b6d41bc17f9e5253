/**
 * The default import: the full identity, its environment given by name or as an object.
 */
import type { Environment } from '../core/environment.ts'
import type { IdentityOptions as CoreOptions } from '../core/options.ts'
import { BoundIdentity } from './bound-identity.ts'
import { type EnvironmentName, environmentOf } from './environments.ts'

export * from '../core/index.ts'
export type { User } from '../plugins/user.ts'
export { type EnvironmentName, PRE, PRO, PRO_DK, PRO_FI, PRO_NO } from './environments.ts'

/** Options of {@link Identity} (section 2.1). */
export interface IdentityOptions extends Omit<CoreOptions, 'env'> {
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
