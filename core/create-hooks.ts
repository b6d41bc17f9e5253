/** How hooks are called: handlers by name, in the order in which they were added. */
import { serialCaller } from 'hookable'
import { SDKError } from './errors.ts'
import type { Hooks } from './hooks.ts'

type Handler = (context: object) => unknown

/** The hooks of one instance. */
export function createHooks(signal: AbortSignal): Hooks {
  const handlers: Record<string, Handler[] | undefined> = {}
  return {
    hook(name, handler) {
      handlers[name] ??= []
      handlers[name].push(handler as Handler)
    },
    async call(name, context) {
      signal.throwIfAborted()
      try {
        // Without waiting where there is nothing to wait for: a page asks its cache many times.
        let pending: unknown
        for (const handler of handlers[name] ?? []) {
          const before = pending
          pending = before ? serialCaller([() => before, handler] as (() => void)[], [context]) : handler(context)
        }
        if (pending) await pending
      } catch (cause) {
        throw SDKError.from(cause, 'plugin-failed', name)
      }
    },
    callSync(name, context: object & { isCurrent?: () => boolean }) {
      signal.throwIfAborted()
      try {
        for (const handler of handlers[name] ?? []) {
          // A handler may end what the hook is about, such as by clearing the session: nobody else is told of it then.
          if (context.isCurrent?.() === false) return
          const answer = handler(context)
          if (__DEV__ && answer instanceof Object)
            throw new SDKError('plugin-failed', `${name} is a synchronous hook, its handler must return nothing`)
        }
      } catch (cause) {
        throw SDKError.from(cause, 'plugin-failed', name)
      }
    },
  }
}
