/**
 * The hooks: their map, and how hookable calls them. Names are `noun:moment`. A handler gets one context object. It answers by filling
 * a field that is not readonly. A context with only readonly fields is for listening. Plugins declare hooks of their own on the two maps.
 */
import type { Hookable } from 'hookable'
import { createHooks as createHookable, HookableCore } from 'hookable'
import { SDKError } from '../errors.ts'
import type { SessionSettled } from '../session/ending.ts'
import type { SessionCall } from '../session/middleware.ts'
import type { SessionResponse, SessionResult } from '../session/result.ts'
import type { UrlBuildContext } from '../urls.ts'
import type { Guard, Lifecycle } from './lifecycle.ts'

/** `session:fetched`: the session service has answered this page. Throw to reject the response. Redirects to refresh the cookie do not come here. */
export interface SessionFetchedContext extends Readonly<SessionCall> {
  /** The response, before it is read. Put another one in its place to take over. */
  response: SessionResponse
}

/**
 * `session:returned`: the page is out of the back/forward cache. What is kept may be older than the page before it: Firefox shows such a
 * page its own old storage of the tab.
 */
export interface SessionReturnedContext {
  /** What is kept about the reader. */
  readonly kept: SessionResult
  /** Set it to true where something outside of the tab says that this is still so. Otherwise the service is asked. */
  isTrusted: boolean
}

/** `login:started`: the browser is on its way to the login page, or no popup could open. */
export interface LoginStartedContext {
  readonly how: 'redirect' | 'popup' | 'link' | 'blocked'
  /** The browser has blocked a popup. Where the login goes by redirect instead, too. */
  readonly wasBlocked: boolean
}

/** `logout:before`: the browser is about to go to the logout page. */
export interface LogoutBeforeContext {
  readonly url: string
}

/** Hooks whose handlers are awaited, one after the other. */
export interface AsyncHooks {
  'session:fetched': SessionFetchedContext
}

/** Hooks whose handlers must answer at once: a popup opens only inside the user's gesture. */
export interface SyncHooks {
  /** A call has ended. The promise of `hasSession` settles after the handlers. The hook is not called if the session was cleared meanwhile. */
  'session:settled': SessionSettled
  /**
   * Delete what you have kept: it may belong to another user. The page goes on showing the session that is known. It is not called
   * when the service says that nobody is logged in: `session:settled` says that.
   */
  'session:cleared': object
  /** The page is out of the back/forward cache, and something is kept about the reader. Say whether it is still so. */
  'session:returned': SessionReturnedContext
  'url:build': UrlBuildContext
  'login:started': LoginStartedContext
  'logout:before': LogoutBeforeContext
}

export type HookName = keyof AsyncHooks | keyof SyncHooks

/** The handler of a hook. `void | undefined`, since the compiler accepts an async function where `void` alone is asked for. */
export type HookHandler<Name extends HookName> = Name extends keyof AsyncHooks
  ? (context: AsyncHooks[Name]) => void | Promise<void>
  : Name extends keyof SyncHooks
    ? // biome-ignore lint/suspicious/noConfusingVoidType: see above
      (context: SyncHooks[Name]) => void | undefined
    : never

/** How hooks are added and called. */
export interface Hooks {
  /** Adds a handler. @returns a function that removes it. No handler is called after dispose */
  hook<Name extends HookName>(name: Name, handler: HookHandler<Name>): () => void
  /** Calls an asynchronous hook: its handlers in order, each when the one before has ended. Rejects as `callSync` throws. */
  call<Name extends keyof AsyncHooks>(name: Name, context: AsyncHooks[Name]): Promise<void>
  /**
   * Calls a synchronous hook, at once. The first handler that throws ends it.
   *
   * @throws {SDKError} `plugin-failed` when a handler throws anything but an SDKError; `disposed`
   */
  callSync<Name extends keyof SyncHooks>(name: Name, context: SyncHooks[Name]): void
  /**
   * Calls a synchronous hook whose handlers only listen. When one throws, the page's error reporting gets the error, and the
   * others are called all the same. Events that handlers emit reach the page after the last handler.
   *
   * @param isOver is called before each handler. Once it returns true, no further handler is called
   */
  notify<Name extends keyof SyncHooks>(name: Name, context: SyncHooks[Name], isOver?: () => boolean): void
  /** In the development build: hookable's own instance, for its `createDebugger`, `beforeEach` and `afterEach`. */
  readonly hookable: Hookable<Record<string, (context: object) => unknown>> | undefined
}

type Handler = (context: object) => unknown
type Handlers = Record<string, Handler>

/** What both classes of hookable are used for. */
interface HookCaller {
  hook(name: string, handler: Handler): () => void
  /** What it returns is a promise only where a handler has returned one. */
  callHook(name: string, context: object): unknown
}

/** Runs one handler, and does something with what it throws. */
type Run = (handle: () => unknown) => unknown

/**
 * Makes the hooks of one instance. hookable turns what a handler throws into a rejection, which comes too late for a popup. So a handler
 * of a synchronous hook is run by a function of ours, which hookable hears nothing of.
 *
 * @param guard keeps what a handler throws that only listens from the others
 * @param emitAfter holds events back while it runs something
 */
export function createHooks(
  { isDisposed, throwIfDisposed }: Lifecycle,
  guard: Guard,
  emitAfter: (run: () => void) => void,
): Hooks {
  // The large class is for developers, whose debugger can look on.
  const caller: HookCaller = __DEV__ ? createHookable<Handlers>() : new HookableCore<Handlers>()
  /** How the handlers of the hook that is called now are run. */
  let run: Run = (handle) => handle()

  const callEach = (name: string, context: object, runEach: Run) => {
    const before = run
    run = (handle) => {
      runEach(() => {
        const returned = handle()
        if (__DEV__ && returned instanceof Object)
          throw new SDKError('plugin-failed', `${name} is a synchronous hook. Its handlers must return nothing`)
      })
    }
    // A promise only where the stack was full.
    ;(caller.callHook(name, context) as Promise<void> | undefined)?.catch(() => {})
    run = before
  }

  return {
    hookable: __DEV__ ? (caller as Hookable<Handlers>) : undefined,
    hook(name, handler) {
      // Asked before each handler, since the one before it may have been awaited, or has disposed.
      return caller.hook(name, (context) => (isDisposed() ? undefined : run(() => (handler as Handler)(context))))
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
      let failure: SDKError | undefined
      callEach(name, context, (handle) => {
        if (failure) return
        try {
          handle()
        } catch (cause) {
          failure = SDKError.from(cause, 'plugin-failed', name)
        }
      })
      if (failure) throw failure
    },
    notify(name, context, isOver = () => false) {
      emitAfter(() =>
        callEach(name, context, (handle) => {
          if (!isOver()) guard(handle)
        }),
      )
    },
  }
}
