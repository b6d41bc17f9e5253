/**
 * Devtools for a page with a script tag. Such a page composes nothing, so the class composes devtools for it.
 */
import type { AnyPlugin } from '../core/kernel/plugin.ts'
import { devtools } from './devtools.ts'

type Options = { plugins?: readonly AnyPlugin[] }

/** The class, whose identities have {@link devtools} unless the page has composed it. */
export function withDevtools<Class extends new (options: never) => object>(Identity: Class): Class {
  return new Proxy(Identity, {
    construct(target, [options, ...more]: [Options?, ...unknown[]], newTarget) {
      const plugins = options?.plugins ?? []
      const isMissing = Array.isArray(plugins) && !plugins.some((plugin?: AnyPlugin) => plugin?.name === 'devtools')
      // The class itself checks the options.
      const all = options && isMissing ? { ...options, plugins: [...plugins, devtools()] } : options
      return Reflect.construct(target, [all, ...more], newTarget)
    },
  })
}
