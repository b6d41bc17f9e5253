/**
 * What a page by a script tag has of devtools: it composes nothing, so the class does it for each of its identities.
 */
import type { AnyPlugin } from '../core/plugin.ts'
import { devtools } from './devtools.ts'

type Options = { plugins?: readonly AnyPlugin[] }

/** The class, whose identities have {@link devtools} composed where the page has not done it. */
export function withDevtools<Class extends new (options: never) => object>(Identity: Class): Class {
  return new Proxy(Identity, {
    construct(target, [options, ...more]: [Options?, ...unknown[]], newTarget) {
      const plugins = options?.plugins ?? []
      const isMissing = Array.isArray(plugins) && !plugins.some((plugin?: AnyPlugin) => plugin?.name === 'devtools')
      // What is wrong with the options is for the class to say.
      const all = options && isMissing ? { ...options, plugins: [...plugins, devtools()] } : options
      return Reflect.construct(target, [all, ...more], newTarget)
    },
  })
}
