/**
 * The class for sites that move over from @schibsted/account-sdk-browser by a bundler's alias: the full identity over native
 * fetch, with that client's habits and its loose types. Each environment by its name, and one address for all services.
 */
import type { Environment } from '../core/environment.ts'
import { windowOf } from '../core/options.ts'
import { BoundIdentity, type BoundOptions } from './bound-identity.ts'
import type { CompatIdentity, CompatOptions } from './compat-types.ts'
import { type EnvironmentName, environmentOf } from './environments.ts'
import { createAsExistingClient } from './existing-client.ts'

export { SDKError } from '../core/errors.ts'
export type * from './compat-types.ts'

/** All services at one address. It has no namespace, and both clients say so by the word `undefined`. */
const environmentAt = (url: string) =>
  ({ name: url, accountUrl: url, widgetUrl: url, globalSessionUrl: url }) as Environment

export type Identity = CompatIdentity

/**
 * Identity functions for a page that was written for the existing client.
 *
 * @throws {SDKError} `option-invalid`, naming the option
 * @example const identity = new Identity({ clientId, sessionDomain, redirectUri, env: 'PRO' })
 */
export const Identity: new (options: CompatOptions) => Identity = class Identity extends BoundIdentity {
  constructor(given: CompatOptions) {
    const env = given?.env ?? 'PRE'
    const known = /:/.test(`${env}`) ? environmentAt(env as string) : environmentOf(env as EnvironmentName)
    super({ ...given, env: { expiresInUnit: 'seconds', ...known } } as BoundOptions, (options) => ({
      // What it was given can be read on an instance.
      ...given,
      env,
      window: windowOf(options),
      ...createAsExistingClient(options),
    }))
  }
} as never

export default Identity
