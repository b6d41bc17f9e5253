/**
 * The kernel: puts hooks, events, storage, session call and navigation of one instance together.
 */
import { SDKError } from './errors.ts'
import { createEvents } from './events.ts'
import { Hooks } from './hooks.ts'
import { createNavigation } from './navigation.ts'
import { type IdentityOptions, resolveOptions } from './options.ts'
import type { IdentityCore, Kernel } from './plugin.ts'
import { createSession, type SessionKernel } from './session.ts'
import { clientSdrn } from './session-url.ts'
import { createStore } from './storage.ts'
import { createUrlBuilder } from './urls.ts'

/**
 * Builds the kernel of one instance, and the methods that every identity has.
 *
 * @throws {SDKError} `option-invalid`
 */
export function createKernel(given: IdentityOptions): [kernel: Kernel, core: IdentityCore] {
  const options = resolveOptions(given)
  const { window, env } = options
  const hooks = new Hooks()
  const undos: (() => void)[] = []
  let disposed = false

  const log = (message: string) => {
    try {
      options.log?.(`portico: ${message}`)
    } catch {
      // A broken log must not break the page; there is nowhere left to say so.
    }
  }

  // What a listener throws goes to the page's own error reporting, where its developers look.
  const { clear, ...events } = createEvents((error) => {
    log('a listener threw')
    try {
      window.reportError?.(error)
    } catch {
      log('reportError threw')
    }
  })

  const kernel = {
    options,
    environment: env,
    window,
    storage: createStore(window),
    clientSdrn: clientSdrn(options),
    answer: null,
    transport: undefined,
    buildUrl: createUrlBuilder(hooks),
    hook: (name, handler) => void undos.push(hooks.hook(name, handler as never)),
    call: (name, context) => hooks.call(name, context),
    callSync: (name, context, isWanted) => hooks.callSync(name, context, isWanted),
    log,
    onDispose: (undo) => void undos.push(undo),
  } as SessionKernel

  const { hasSession, dropSession } = createSession(kernel)
  const core: IdentityCore = {
    ...events,
    ...createNavigation(kernel),
    hasSession: () =>
      disposed
        ? Promise.reject(new SDKError('disposed', 'This identity was disposed: construct a new one.'))
        : hasSession(),
    dispose() {
      disposed = true
      for (const undo of undos.splice(0).reverse()) {
        try {
          undo()
        } catch {
          log('an undo threw')
        }
      }
      clear()
    },
  }
  return [Object.assign(kernel, core, { dropSession }), core]
}
