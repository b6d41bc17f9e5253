/**
 * Composition: options and plugins in, an instance out that has exactly the methods those plugins contribute.
 */
import { createHooks } from './create-hooks.ts'
import { check, SDKError } from './errors.ts'
import { createEvents } from './events.ts'
import { type KernelOptions, resolveOptions } from './options.ts'
import type { AnyPlugin, ApisOf, IdentityCore, Kernel } from './plugin.ts'
import { addSession } from './session.ts'
import { createStorage } from './storage.ts'
import { createUrlBuilder } from './urls.ts'

/** Checks what is fixed when a page is built: a developer is told, and no reader pays for it. */
function checkComposition(plugins: readonly AnyPlugin[]): void {
  check(Array.isArray(plugins), 'option-invalid', 'plugins is no list of plugins')
  const names = plugins.map((plugin) => plugin?.name)
  for (const [index, plugin] of plugins.entries()) {
    const isPlugin = typeof plugin?.name === 'string' && typeof plugin.setup === 'function'
    check(isPlugin, 'option-invalid', `plugin ${index + 1} of the list is none, was its factory called?`)
    check(names.indexOf(plugin.name) === index, 'plugin-conflict', `two plugins are named ${plugin.name}`)
    for (const required of plugin.requires ?? [])
      check(names.includes(required), 'plugin-missing', `${plugin.name} needs ${required}`)
    for (const earlier of plugin.after ?? [])
      check(names.indexOf(earlier) < index, 'plugin-conflict', `${plugin.name} stands before ${earlier}`)
  }
}

/** Which plugin contributed which method of an identity. */
const contributors: WeakMap<object, Record<string, string>> = new WeakMap()

/** Refuses a method that there is already: the later one would silently take its place. */
function checkMethods(identity: object, name: string, api: object = {}): void {
  const owners = contributors.get(identity) ?? {}
  for (const method of Object.keys(api)) {
    const both = `${owners[method] ?? 'the core'} and ${name} both contribute ${method}()`
    check(!Object.hasOwn(identity, method), 'plugin-conflict', both)
    contributors.set(identity, Object.assign(owners, { [method]: name }))
  }
}

/**
 * Composes an identity.
 *
 * @throws {SDKError} `option-invalid`; `plugin-failed` when a plugin's setup throws; in the development build also
 * `plugin-conflict` for two plugins of one name, with the same method or in the wrong order, and `plugin-missing` for one
 * that is required
 * @example
 * const identity = createIdentity(
 *   { clientId: 'abc', sessionDomain: 'https://id.site.com', redirectUri: 'https://site.com/callback', env: PRO },
 *   [fetchTransport(), sessionCache(), user()],
 * )
 * if (await identity.isLoggedIn()) console.log(await identity.getUserId())
 */
export function createIdentity<const Plugins extends readonly AnyPlugin[]>(
  given: KernelOptions,
  plugins: Plugins,
): IdentityCore & ApisOf<Plugins> {
  if (__DEV__) checkComposition(plugins)
  const options = resolveOptions(given)
  const controller = new AbortController()
  const undos: (() => void)[] = []

  /** Runs code of the page. What it throws goes to the page's own error reporting, and harms nobody here. */
  const guard = (run: () => void) => {
    try {
      run()
    } catch (error) {
      options.window.reportError?.(error)
    }
  }

  const hooks = createHooks(controller.signal)
  const events = createEvents(guard, controller.signal)
  const kernel = {
    ...events,
    ...hooks,
    options,
    window: options.window,
    signal: controller.signal,
    storage: createStorage(options),
    buildUrl: createUrlBuilder(hooks.callSync),
    log: (message) => controller.signal.aborted || guard(() => options.log?.(`portico: ${message}`)),
    onDispose: (undo) => (controller.signal.aborted ? guard(undo) : void undos.push(undo)),
  } as Kernel
  addSession(kernel)

  const identity: IdentityCore = {
    ...events,
    hasSession: kernel.hasSession,
    dispose() {
      controller.abort(new SDKError('disposed'))
      for (const undo of undos.splice(0).reverse()) guard(undo)
    },
  }
  try {
    for (const plugin of plugins) {
      const api = plugin.setup(kernel)
      if (__DEV__) checkMethods(identity, plugin.name, api)
      Object.assign(identity, api)
    }
  } catch (cause) {
    identity.dispose()
    throw SDKError.from(cause, 'plugin-failed', 'setup')
  }
  return identity as IdentityCore & ApisOf<Plugins>
}
