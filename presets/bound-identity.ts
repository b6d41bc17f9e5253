/**
 * The class that hands the full identity out, and the factory of classes that are bound to one environment. It knows no
 * environment by name, so that a bundle holds the hosts of one environment only.
 */
import { checkOption, expected, pointAtCaller } from '../core/errors.ts'
import type { AnyPlugin, ApisOf, Kernel, Plugin } from '../core/kernel/plugin.ts'
import { type Environment, windowOf } from '../core/options.ts'
import { checkOptionNames, watchNames } from '../devtools/development.ts'
import { fetchTransport } from '../plugins/transport/fetch-transport.ts'
import { composeFull, type FullIdentity, type FullOptions } from './full.ts'
import { METHOD_NAMES } from './method-names.ts'
import { checkGlobalPrefix, registerGlobal } from './register-global.ts'

/** Options of the class: those of the full identity, and where it is registered. */
export interface BoundOptions<Plugins extends readonly AnyPlugin[] = readonly AnyPlugin[]>
  extends FullOptions<Plugins> {
  /** How the services are asked. @default `fetchTransport()`, which goes by the window's own fetch */
  transport?: Plugin | undefined
  /** What comes before `Identity` in the global property and its `:ready` event. @default 'sch' */
  globalPrefix?: string | undefined
}

/** What each instance was composed of. */
const composedOf: WeakMap<object, FullIdentity> = new WeakMap()

/** Makes the class whose prototype has all methods, so that `super` and spies on a prototype find them. */
function createMethods(): new () => FullIdentity {
  class Methods {}
  for (const name of METHOD_NAMES)
    Reflect.set(Methods.prototype, name, function (this: object, ...args: unknown[]): unknown {
      return Object(composedOf.get(this))[name](...args)
    })
  // The compiler does not see what was set by name.
  return Methods as new () => FullIdentity
}

const Methods: new () => FullIdentity = /* @__PURE__ */ createMethods()

/**
 * The full identity. Each method is documented where its plugin declares it. A method may be taken off the instance. A subclass
 * may override it, and call the original by `super`.
 */
export class BoundIdentity extends Methods {
  /**
   * @param compose composes the identity whose methods the instance has, with a plugin of the class
   * @throws {SDKError} `option-invalid`, naming the option
   */
  constructor(options: EnvironmentOptions, compose: (options: EnvironmentOptions, own: Plugin) => FullIdentity) {
    super()
    const window = windowOf(options)
    let onDispose!: Kernel['onDispose']
    let composed: FullIdentity
    const own: Plugin = {
      name: 'class',
      setup(kernel) {
        onDispose = kernel.onDispose
      },
    }
    try {
      if (__DEV__) {
        checkGlobalPrefix(options.globalPrefix ?? 'sch')
        if (window?.location) checkOptionNames(window, options)
        const { transport } = options
        checkOption(
          !transport || transport.setup,
          expected('transport', transport, 'a plugin, such as ofetchTransport()'),
        )
      }
      composed = compose(options, own)
      composedOf.set(this, composed)
    } catch (error) {
      // The class that the page has named, which may be one of its own.
      if (__DEV__) pointAtCaller(error, new.target)
      throw error
    }
    const prototype: object = Object.getPrototypeOf(this)
    // Devtools know an instance by a symbol.
    for (const name of Reflect.ownKeys(composed)) {
      // What is taken off the instance finds the method of a subclass, and the spy on a prototype, when it is called.
      const forward = (...args: unknown[]) => Reflect.apply(Reflect.get(prototype, name), this, args)
      Reflect.set(this, name, name in prototype ? forward : Reflect.get(composed, name))
    }
    if (__DEV__) watchNames(this, window)
    // Whoever hears that it is there may dispose it at once.
    onDispose(registerGlobal(window, 'Identity', this, options.globalPrefix))
  }
}

/** The constructor of an identity, whose instances have the methods of the page's own plugins as well. */
export interface IdentityClass<Options> {
  // Any list by default, so that a subclass may be given plugins as well.
  new <const Plugins extends readonly AnyPlugin[] = readonly AnyPlugin[]>(
    options: Options & Pick<FullOptions<Plugins>, 'plugins'>,
  ): BoundIdentity & ApisOf<Plugins>
  readonly prototype: BoundIdentity
}

/** Options of a class for one environment (section 2.1). */
export type EnvironmentOptions = Omit<BoundOptions, 'env'>

/** A class for one environment. */
export type IdentityOf = IdentityClass<Omit<EnvironmentOptions, 'plugins'>>

/** The class of the full identity, bound to one environment. */
export const boundTo = (env: Environment): IdentityOf =>
  class Identity extends BoundIdentity {
    constructor(options: EnvironmentOptions) {
      // Without options there is an object all the same: the error names the first that is missing.
      super({ ...options }, (given, own) => composeFull({ ...given, env }, given.transport ?? fetchTransport(), own))
    }
    // The type adds the methods of plugins, which the constructor puts on the instance.
  } as IdentityOf
