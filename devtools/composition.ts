/**
 * Which plugins an identity is composed of, and which hooks each uses: noted while they are set up.
 */
import type { HookName } from '../core/hooks.ts'
import type { AnyPlugin, Kernel } from '../core/plugin.ts'

/** A plugin, and the hooks that it has handlers on. */
export interface ComposedPlugin {
  readonly name: string
  readonly hooks: readonly HookName[]
}

const compositions: WeakMap<Kernel, ComposedPlugin[]> = new WeakMap()

/** In place of the names that the library's own plugins do not have in production. */
const UNNAMED = 'a plugin of the production build'

/** The plugins of a kernel; empty when their list was not noted. */
export const pluginsOf = (kernel: Kernel): readonly ComposedPlugin[] => compositions.get(kernel) ?? []

/** Whether a plugin is certainly not composed: known by a list in which each has its name. */
export function lacks(kernel: Kernel, wanted: string): boolean {
  const plugins = pluginsOf(kernel)
  return plugins.length > 0 && plugins.every(({ name }) => name !== wanted && name !== UNNAMED)
}

/**
 * The same plugins, which are noted as they are set up, for devtools to show.
 *
 * @example const identity = createIdentity(options, noted([fetchTransport(), sessionCache(), devtools()]))
 */
export function noted<const Plugins extends readonly AnyPlugin[]>(plugins: Plugins): Plugins {
  const note = (plugin: AnyPlugin): AnyPlugin => ({
    name: plugin.name,
    requires: plugin.requires,
    after: plugin.after,
    setup(kernel) {
      const { hook } = kernel
      const hooks: HookName[] = []
      compositions.set(kernel, [...pluginsOf(kernel), { name: plugin.name || UNNAMED, hooks }])
      kernel.hook = (name, handler) => {
        hooks.push(name)
        hook(name, handler)
      }
      try {
        return plugin.setup(kernel)
      } finally {
        kernel.hook = hook
      }
    },
  })
  // What is no plugin is told of where it is composed.
  const isPlugin = (plugin?: AnyPlugin) => typeof plugin?.setup === 'function'
  return plugins.map((plugin) => (isPlugin(plugin) ? note(plugin) : plugin)) as unknown as Plugins
}
