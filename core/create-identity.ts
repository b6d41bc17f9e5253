/**
 * Composition: options and plugins in, an instance out that has exactly the methods those plugins contribute.
 */
import { checkOption } from './checks.ts'
import { pluginFailure, SDKError } from './errors.ts'
import { createKernel } from './kernel.ts'
import type { IdentityOptions } from './options.ts'
import type { AnyPlugin, ApisOf, IdentityCore } from './plugin.ts'

/** Checks that each plugin is one, has a name of its own, and finds what it requires. */
function checkPlugins(plugins: readonly AnyPlugin[]): void {
  const isList: boolean = Array.isArray(plugins)
  checkOption(isList, 'plugins', plugins, 'a list of plugins')
  const names = new Set<string>()
  for (const plugin of plugins) {
    checkOption(plugin?.name && plugin.setup, 'plugin', plugin, 'what its factory returns: was that called?')
    if (names.has(plugin.name))
      throw new SDKError('plugin-conflict', `Two plugins are named ${plugin.name}: compose one of them.`)
    names.add(plugin.name)
  }
  for (const { name, requires = [] } of plugins) {
    const missing = requires.find((required) => !names.has(required))
    if (missing)
      throw new SDKError('plugin-missing', `Plugin ${name} needs plugin ${missing}: compose it too.`)
  }
}

/**
 * Composes an identity.
 *
 * @throws {SDKError} `option-invalid`; `plugin-conflict` for two plugins of one name or with the same method;
 * `plugin-missing` for a plugin that another one requires; `plugin-failed` when a plugin's setup throws
 * @example
 * const identity = createIdentity(
 *   { clientId: 'abc', sessionDomain: 'https://id.site.com', redirectUri: 'https://site.com/callback', env: PRO },
 *   [fetchTransport(), sessionCache(), user()],
 * )
 * if (await identity.isLoggedIn()) console.log(await identity.getUserId())
 */
export function createIdentity<const Plugins extends readonly AnyPlugin[]>(
  options: IdentityOptions,
  plugins: Plugins,
): IdentityCore & ApisOf<Plugins> {
  checkPlugins(plugins)
  const [kernel, core] = createKernel(options)
  const identity: Record<string, unknown> = { ...core }
  const owners: Record<string, string> = {}

  for (const { name, setup } of plugins) {
    try {
      const api: Record<string, unknown> = setup(kernel) ?? {}
      for (const method in api) {
        if (method in identity) {
          const owner = owners[method] ?? 'core'
          throw new SDKError('plugin-conflict', `${owner} and ${name} both contribute ${method}().`)
        }
        owners[method] = name
        identity[method] = api[method]
      }
    } catch (cause) {
      core.dispose()
      throw pluginFailure(cause, `the setup of ${name}`)
    }
  }
  return identity as unknown as IdentityCore & ApisOf<Plugins>
}
