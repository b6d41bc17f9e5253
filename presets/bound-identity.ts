/**
 * The class that hands the full identity out, and the factory of classes that are bound to one environment. It knows no
 * environment by name, so that a bundle holds the hosts of one environment only.
 */
import type { Environment } from '../core/environment.ts'
import { windowOf } from '../core/options.ts'
import { checkOptionNames, watchNames } from '../devtools/development.ts'
import { sessionEvents } from '../plugins/reporting/session-events.ts'
import { fetchTransport } from '../plugins/transport/fetch-transport.ts'
import { composeFull, type FullIdentity, type FullOptions } from './full.ts'
import { checkGlobalPrefix, registerGlobal } from './register-global.ts'

/** Options of the class: those of the full identity, and where it is registered. */
export interface BoundOptions extends FullOptions {
  /** What comes before `Identity` in the global property and its `:ready` event. @default 'sch' */
  globalPrefix?: string
}

/** The full identity. Each method is documented where its plugin declares it; it may be taken off the instance. */
export interface BoundIdentity extends FullIdentity {}

// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the constructor assigns every method
export class BoundIdentity {
  /**
   * @param compose what composes the identity whose methods the instance gets
   * @throws {SDKError} `option-invalid`, naming the option
   */
  constructor(options: BoundOptions, compose: (options: BoundOptions) => FullIdentity) {
    if (__DEV__) {
      checkGlobalPrefix(options.globalPrefix ?? 'sch')
      const window = windowOf(options)
      if (window?.location) checkOptionNames(window, options)
    }
    const identity = compose(options)
    Object.assign(this, identity)
    if (__DEV__) watchNames(this, windowOf(options))
    const unregister = registerGlobal(windowOf(options), 'Identity', this, options.globalPrefix)
    this.dispose = () => {
      unregister()
      identity.dispose()
    }
  }
}

/** A class for one environment. */
export type IdentityOf = new (options: Omit<BoundOptions, 'env'>) => BoundIdentity

/** The class of the full identity over native fetch, bound to one environment. */
export const boundTo = (env: Environment): IdentityOf =>
  class Identity extends BoundIdentity {
    constructor(options: Omit<BoundOptions, 'env'>) {
      super({ ...options, env }, (all) => composeFull(all, fetchTransport(), sessionEvents()))
    }
  }
