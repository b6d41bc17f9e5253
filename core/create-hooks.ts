/**
 * How hooks are called, by hookable: an asynchronous hook by its `callHook`, which waits only where a handler returns a
 * promise; a synchronous hook by a loop, since `callHook` turns what a handler throws into a rejection.
 */
import { createHooks as createHookable, HookableCore } from 'hookable'
import type { Disposal } from './disposal.ts'
import { SDKError } from './errors.ts'
import type { Hooks } from './hooks.ts'

type Handler = (context: object) => unknown
type Handlers = Record<string, Handler>

/** What both classes of hookable are used for. */
interface HookCaller {
  hook(name: string, handler: Handler): () => void
  /** What it returns is a promise only where a handler has returned one. */
  callHook(name: string, context: object): unknown
  callHookWith(caller: (handlers: Handler[]) => void, name: string, args: [context: object]): void
}

/** Makes hookable: its large class for developers, whose debugger can look on; its small one for readers. */
function createCaller(): { caller: HookCaller; hookable: Hooks['hookable'] } {
  if (__DEV__) {
    const large = createHookable<Handlers>()
    return { caller: large, hookable: large }
  } else {
    /** Has the one method of the large class that synchronous hooks need. */
    class SmallHookable extends HookableCore<Handlers> {
      callHookWith(caller: (handlers: Handler[]) => void, name: string): void {
        caller([...(this._hooks[name] ?? [])] as Handler[])
      }
    }
    return { caller: new SmallHookable(), hookable: undefined }
  }
}

/**
 * Makes the hooks of one instance.
 *
 * @param report gets what a handler throws that is only told
 * @param emitAfter holds events back while it runs something
 */
export function createHooks(
  { isDisposed, throwIfDisposed }: Disposal,
  report: (error: unknown) => void,
  emitAfter: (run: () => void) => void,
): Hooks {
  const { caller, hookable } = createCaller()

  /** Calls each handler, until it is over. */
  const callEach = (name: string, context: object, fail: (error: SDKError) => void, isOver = () => false) => {
    const callAll = (handlers: Handler[]) => {
      for (const handler of handlers) {
        if (isOver()) return
        try {
          const returned = handler(context)
          if (__DEV__ && returned instanceof Object)
            throw new SDKError('plugin-failed', `${name} is a synchronous hook. Its handlers must return nothing`)
        } catch (cause) {
          fail(SDKError.from(cause, 'plugin-failed', name))
        }
      }
    }
    caller.callHookWith(callAll, name, [context])
  }

  return {
    hookable,
    hook(name, handler) {
      // Asked before each handler, since the one before it may have been awaited, or has disposed.
      return caller.hook(name, (context) => (isDisposed() ? undefined : (handler as Handler)(context)))
    },
    async call(name, context) {
      throwIfDisposed()
      try {
        await caller.callHook(name, context)
      } catch (cause) {
        throw SDKError.from(cause, 'plugin-failed', name)
      }
    },
    callSync(name, context) {
      throwIfDisposed()
      callEach(name, context, (error) => {
        throw error
      })
    },
    notify(name, context, isOver) {
      emitAfter(() => callEach(name, context, report, isOver))
    },
  }
}
