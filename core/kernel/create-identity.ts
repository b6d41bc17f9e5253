/**
 * Composition: options and plugins in, an instance out that has exactly the methods those plugins contribute.
 */
import { pointAtCaller, SDKError } from '../errors.ts'
import { type KernelOptions, type ResolvedOptions, resolveOptions } from '../options.ts'
import { createSession } from '../session/call.ts'
import { createStorage } from '../storage.ts'
import { createUrlBuilder } from '../urls.ts'
import { checkComposition, checkMethods } from './check-composition.ts'
import { createEvents } from './events.ts'
import { createHooks } from './hooks.ts'
import { createGuard, createLifecycle } from './lifecycle.ts'
import type { AnyPlugin, ApisOf, IdentityCore, Kernel } from './plugin.ts'

/** Makes the kernel of one instance. */
function createKernel(options: ResolvedOptions, plugins: readonly AnyPlugin[]): Kernel & { dispose(): void } {
  const guard = createGuard(options.window)
  const lifecycle = createLifecycle(options.window, guard)
  const { emitAfter, ...events } = createEvents(guard, lifecycle.isDisposed)
  const hooks = createHooks(lifecycle, guard, emitAfter)
  const services: Omit<Kernel, keyof ReturnType<typeof createSession>> & { dispose(): void } = {
    ...lifecycle,
    ...hooks,
    ...events,
    options,
    plugins,
    window: options.window,
    storage: createStorage(options, 'sessionStorage'),
    sharedStorage: createStorage(options, 'localStorage'),
    buildUrl: createUrlBuilder(hooks.callSync),
    async transport() {
      throw new SDKError('plugin-missing', __DEV__ ? 'transport. Compose fetchTransport()' : 'transport')
    },
    log: (message) => lifecycle.isDisposed() || guard(() => options.log?.(`portico: ${message}`)),
  }
  // The same object: a plugin sets the transport on the kernel, and the session call finds it there.
  return Object.assign(services, createSession(services))
}

/** Sets plugins up on a kernel of their own. What was set up is undone when a later one fails. */
function compose(options: ResolvedOptions, plugins: readonly AnyPlugin[]): IdentityCore {
  const kernel = createKernel(options, plugins)
  const { on, once, off, emit, dispose } = kernel
  // How new the response has to be is for plugins to say.
  const identity: IdentityCore = { on, once, off, emit, dispose, hasSession: () => kernel.hasSession() }
  for (const plugin of plugins) {
    try {
      const api = plugin.setup(kernel)
      if (__DEV__) checkMethods(identity, plugin.name, api)
      Object.assign(identity, api)
    } catch (cause) {
      dispose()
      throw SDKError.from(cause, 'plugin-failed', plugin.name)
    }
  }
  return identity
}

/** Composes in the development build: the list is checked, and errors point at the page's line. */
function composeForDevelopers(options: KernelOptions, plugins: readonly AnyPlugin[]): IdentityCore {
  try {
    checkComposition(plugins)
    return compose(resolveOptions(options), plugins)
  } catch (error) {
    pointAtCaller(error, createIdentity)
    throw error
  }
}

/**
 * Composes an identity.
 *
 * @throws {SDKError} `option-invalid`; `plugin-failed` when a plugin's setup throws; in the development build also
 * `plugin-conflict` for two plugins of one name, or with the same method, and `plugin-missing` for one that is required
 * @example
 * const identity = createIdentity(
 *   { clientId: 'abc', sessionDomain: 'https://id.site.com', redirectUri: 'https://site.com/callback', env: PRO },
 *   [fetchTransport(), sessionCache(), user()],
 * )
 * if (await identity.isLoggedIn()) console.log(await identity.getUserId())
 */
export function createIdentity<const Plugins extends readonly AnyPlugin[]>(
  options: KernelOptions,
  plugins: Plugins,
): IdentityCore & ApisOf<Plugins> {
  const identity = __DEV__ ? composeForDevelopers(options, plugins) : compose(resolveOptions(options), plugins)
  return identity as IdentityCore & ApisOf<Plugins>
}
