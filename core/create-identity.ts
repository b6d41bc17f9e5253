/**
 * Composition: options and plugins in, an instance out that has exactly the methods those plugins contribute.
 */
import { SDKError } from './errors.ts'
import { createKernel } from './kernel.ts'
import type { IdentityOptions } from './options.ts'
import type { AnyPlugin, ApisOf, IdentityCore } from './plugin.ts'

function checkPlugins(plugins: readonly AnyPlugin[]): void {
  const names = new Set<string>()
  for (const plugin of plugins) {
    if (typeof plugin?.name !== 'string' || typeof plugin.setup !== 'function')
      throw new SDKError('option-invalid', 'A plugin lacks name or setup: did you call its factory?')
    if (names.has(plugin.name))
      throw new SDKError('plugin-conflict', `Two plugins are named ${plugin.name}: compose one of them.`)
    names.add(plugin.name)
  }
  for (const { name, requires = [] } of plugins) {
    for (const required of requires) {
      if (!names.has(required))
        throw new SDKError('plugin-missing', `Plugin ${name} needs plugin ${required}: compose it too.`)
    }
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
  if (!Array.isArray(plugins))
    throw new SDKError('option-invalid', 'plugins is no array: give a list of plugins.')
  checkPlugins(plugins)
  const kernel = createKernel(options)
  const { on, once, off, emit, hasSession, login, loginUrl, logout, logoutUrl, dispose } = kernel
  const identity: Record<string, unknown> = {
    on,
    once,
    off,
    emit,
    hasSession,
    login,
    loginUrl,
    logout,
    logoutUrl,
    dispose,
  }
  const owners = new Map(Object.keys(identity).map((method) => [method, 'core']))

  for (const plugin of plugins) {
    try {
      const api: Record<string, unknown> = plugin.setup(kernel) ?? {}
      for (const method of Object.keys(api)) {
        const owner = owners.get(method)
        if (owner)
          throw new SDKError('plugin-conflict', `${owner} and ${plugin.name} both contribute ${method}().`)
        owners.set(method, plugin.name)
        identity[method] = api[method]
      }
    } catch (cause) {
      dispose()
      if (SDKError.is(cause)) throw cause
      throw new SDKError('plugin-failed', `Plugin ${plugin.name} threw while it was set up.`, { cause })
    }
  }
  return identity as unknown as IdentityCore & ApisOf<Plugins>
}
