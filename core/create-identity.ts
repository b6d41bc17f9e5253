/**
 * Composition: options and plugins in, an instance out that has exactly the methods those plugins contribute.
 */
import { checkComposition, checkMethods } from './check-composition.ts'
import { createEvents } from './create-events.ts'
import { createHooks } from './create-hooks.ts'
import { createDisposal } from './disposal.ts'
import { pointAtCaller, SDKError } from './errors.ts'
import type { KernelOptions, ResolvedOptions } from './options.ts'
import type { AnyPlugin, ApisOf, IdentityCore, Kernel } from './plugin.ts'
import { resolveOptions } from './resolve-options.ts'
import { letRestart } from './restart.ts'
import { createSession } from './session.ts'
import { createStorage } from './storage.ts'
import { createUrlBuilder } from './urls.ts'

/** Makes the kernel of one instance. */
function createKernel(options: ResolvedOptions, plugins: readonly AnyPlugin[]): Kernel & { dispose(): void } {
  const { window } = options

  const report = (error: unknown) => {
    try {
      window.reportError?.(error)
    } catch {
      // A script of the page has replaced it. Nobody is left to be told.
    }
  }

  /** Runs code of the page. What it throws goes to the page's own error reporting, and harms nobody here. */
  const guard = (run: () => void) => {
    try {
      run()
    } catch (error) {
      report(error)
    }
  }

  const disposal = createDisposal(guard)
  const { emitAfter, ...events } = createEvents(guard, disposal.isDisposed)
  const hooks = createHooks(disposal, report, emitAfter)
  const services: Omit<Kernel, keyof ReturnType<typeof createSession>> & { dispose(): void } = {
    ...disposal,
    ...hooks,
    ...events,
    options,
    plugins,
    window,
    storage: createStorage(options, 'sessionStorage'),
    sharedStorage: createStorage(options, 'localStorage'),
    buildUrl: createUrlBuilder(hooks.callSync),
    async transport() {
      throw new SDKError('plugin-missing', __DEV__ ? 'transport. Compose fetchTransport()' : 'transport')
    },
    listen(type: string, listener: (event: never) => void, listenOptions?: { capture?: boolean }) {
      const handler = listener as EventListener
      // Taken off by hand: a window of another realm refuses the signal of this one.
      window.addEventListener?.(type, handler, listenOptions)
      const stop = () => window.removeEventListener?.(type, handler, listenOptions)
      const forget = disposal.onDispose(stop)
      return () => {
        forget()
        stop()
      }
    },
    log: (message) => disposal.isDisposed() || guard(() => options.log?.(`portico: ${message}`)),
  }
  // The same object: a plugin sets the transport on the kernel, and the session call finds it there.
  return Object.assign(services, createSession(services))
}

/** Sets plugins up on a kernel of their own. What was set up is undone when a later one fails. */
function compose(options: ResolvedOptions, plugins: readonly AnyPlugin[]): IdentityCore {
  const kernel = createKernel(options, plugins)
  const { on, once, off, emit, hasSession, dispose } = kernel
  const identity: IdentityCore = { on, once, off, emit, hasSession, dispose }
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

/** Composes in the development build: the list is checked, errors point at the page's line, and a test can begin anew. */
function composeForDevelopers(options: KernelOptions, plugins: readonly AnyPlugin[]): IdentityCore {
  try {
    checkComposition(plugins)
    const resolved = resolveOptions(options)
    // A copy each time, since a plugin may change it.
    const composeOnce = () => compose({ ...resolved }, plugins)
    const identity = composeOnce()
    letRestart(identity, resolved, composeOnce)
    return identity
  } catch (error) {
    pointAtCaller(error, createIdentity)
    throw error
  }
}

/**
 * Composes an identity.
 *
 * @throws {SDKError} `option-invalid`; `plugin-failed` when a plugin's setup throws; in the development build also
 * `plugin-conflict` for two plugins of one name, with the same method or the same source of answers, and `plugin-missing` for
 * one that is required
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
