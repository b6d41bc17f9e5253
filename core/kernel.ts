/**
 * The kernel: puts hooks, events, storage, session call and navigation of one instance together.
 */
import { SDKError } from './errors.ts'
import { createEvents } from './events.ts'
import { Hooks } from './hooks.ts'
import { createNavigation } from './navigation.ts'
import { type IdentityOptions, resolveOptions } from './options.ts'
import type { Kernel } from './plugin.ts'
import { createSession } from './session.ts'
import { createStore } from './storage.ts'
import { createUrlBuilder } from './urls.ts'

/** A kernel, and how to take it down. */
export interface DisposableKernel extends Kernel {
  dispose(): void
}

/**
 * Builds the kernel of one instance.
 *
 * @throws {SDKError} `option-invalid`
 */
export function createKernel(given: IdentityOptions): DisposableKernel {
  const options = resolveOptions(given)
  const { window, env } = options
  const hooks = new Hooks()
  const storage = createStore(window)
  const buildUrl = createUrlBuilder(hooks)
  const clientSdrn = `sdrn:${env.sdrnNamespace}:client:${options.clientId}`
  const undos: (() => void)[] = []
  let disposed = false

  const log = (message: string) => {
    try {
      options.log?.(`portico: ${message}`)
    } catch {
      // A broken log must not break the page; there is nowhere left to say so.
    }
  }

  // To the page's own error reporting, where its developers look.
  const events = createEvents((error) => {
    log('a listener threw')
    window.reportError?.(error)
  })

  const session = createSession({
    options,
    storage,
    hooks,
    buildUrl,
    clientSdrn,
    get transport() {
      return kernel.transport
    },
  })
  const navigation = createNavigation({ options, hooks, buildUrl, clientSdrn, session })

  const kernel: DisposableKernel = {
    options,
    environment: env,
    window,
    storage,
    clientSdrn,
    transport: undefined,
    buildUrl,
    get answer() {
      return session.known
    },
    get session() {
      return session.known?.body ?? null
    },
    hook: (name, handler) => void undos.push(hooks.hook(name, handler as never)),
    call: (name, context) => hooks.call(name, context),
    callSync: (name, context) => hooks.callSync(name, context),
    dropSession: session.drop,
    log,
    onDispose: (undo) => void undos.push(undo),
    ...navigation,
    on: events.on,
    once: events.once,
    off: events.off,
    emit: events.emit,
    hasSession: () =>
      disposed
        ? Promise.reject(new SDKError('disposed', 'This identity was disposed: construct a new one.'))
        : session.hasSession(),
    dispose() {
      disposed = true
      for (const undo of undos.splice(0).reverse()) {
        try {
          undo()
        } catch {
          log('an undo threw')
        }
      }
      events.clear()
    },
  }
  return kernel
}
