/**
 * The hook map, and how hooks are called. Names are `noun:moment`: `:request` may be answered, `:build` transforms,
 * `:before` may take over, a past participle notifies. A handler gets one context object and answers by filling a
 * field of it.
 */
import { HookableCore } from 'hookable'
import { pluginFailure, SDKError } from './errors.ts'
import type { DatedAnswer, SessionAnswer } from './session-answer.ts'
import type { HasSessionSuccessResponse, LoginOptions, SimplifiedLoginData } from './types.ts'
import type { QueryParameters } from './urls.ts'

/** `session:request`: a session is asked for. Parameters are added by `url:build`, kind `session`. */
export interface SessionRequestContext {
  /** Fill it to answer in the service's place; throw to refuse. */
  answer?: SessionAnswer
}

/** `session:fetch`: no plugin knew the answer, and the session service is about to be asked. */
export interface SessionFetchContext {
  /** The address of the call. */
  readonly url: string
  /** Fill it to answer in the transport's place. */
  answer?: SessionAnswer
}

/** `session:fetched`: the session service has answered. Throw to reject. */
export interface SessionFetchedContext {
  /** The parameters that the call was made with. */
  readonly query: QueryParameters
  /** The raw answer; replace it to take over. */
  answer: SessionAnswer
  /** False once the session was dropped since: the answer speaks of a user who may be gone, and must move nothing. */
  readonly isCurrent: () => boolean
}

/** `session:accepted`: the answer was a session. */
export interface SessionAcceptedContext {
  /** The session before the call, or null. */
  readonly previous: HasSessionSuccessResponse | null
  /** The session now. */
  readonly session: HasSessionSuccessResponse
  /** The answer it came in; its `expiresAt` is filled. */
  readonly answer: DatedAnswer
}

/** `session:failed`: the call failed; the caller will see `error`. */
export interface SessionFailedContext {
  /** The session before the call, or null. */
  readonly previous: HasSessionSuccessResponse | null
  /** The session now: null once the service has said that there is none, else still the previous one. */
  readonly session: HasSessionSuccessResponse | null
  readonly error: SDKError
  /** The answer that failed; absent when none came. Its `expiresAt` is filled. */
  readonly answer?: DatedAnswer
}

/** `user-context:request`: somebody wants to know who is logged in to the account service in this browser. */
export interface UserContextRequestContext {
  /** Fill it to answer; null when nobody is, or when it cannot be known. */
  data?: SimplifiedLoginData | null
}

/** `consents:request`: the consents are wanted as they stand now. */
export interface ConsentsRequestContext {
  /** Fill it to answer; null, or nothing in it, when consent information is unavailable. */
  params?: URLSearchParams | null
}

/** What a URL is for. */
export type UrlKind = 'login' | 'logout' | 'account' | 'phones' | 'session' | 'user-context' | 'widget'

/** `url:build`: a URL is being built. */
export interface UrlBuildContext {
  readonly kind: UrlKind
  /** Append to it: what stands here follows the protocol's parameters, which are out of reach. */
  readonly query: URLSearchParams
}

/** `login:before`: the browser is about to go to the login page. */
export interface LoginBeforeContext {
  readonly options: LoginOptions
  readonly url: string
  /** Fill it with the window that shows the login page, and the page itself stays where it is. */
  window?: Window
}

/** `logout:before`: the browser is about to go to the logout page. */
export interface LogoutBeforeContext {
  readonly url: string
}

/** Hooks whose handlers are awaited, in order. */
export interface AsyncHooks {
  'session:request': SessionRequestContext
  'session:fetch': SessionFetchContext
  'session:fetched': SessionFetchedContext
  'user-context:request': UserContextRequestContext
}

/** Hooks whose handlers must answer at once: a popup opens only inside the user's gesture. */
export interface SyncHooks {
  'session:accepted': SessionAcceptedContext
  'session:failed': SessionFailedContext
  /** The session known so far is not to be relied on any more: forget what you keep of it. */
  'session:dropped': object
  'consents:request': ConsentsRequestContext
  'url:build': UrlBuildContext
  'login:before': LoginBeforeContext
  'logout:before': LogoutBeforeContext
}

/**
 * The handler of a hook. `void | undefined` rather than `void`: the compiler takes an async function for the
 * latter and refuses it for the former.
 */
export type HookHandler<Name extends keyof AsyncHooks | keyof SyncHooks> = Name extends keyof AsyncHooks
  ? (context: AsyncHooks[Name]) => void | Promise<void>
  : Name extends keyof SyncHooks
    ? // biome-ignore lint/suspicious/noConfusingVoidType: see above
      (context: SyncHooks[Name]) => void | undefined
    : never

type HookMap = { [Name in keyof AsyncHooks | keyof SyncHooks]: HookHandler<Name> }

/** hookable's core, typed; what a handler throws becomes an error of ours. */
export class Hooks extends HookableCore<HookMap> {
  /**
   * Calls the handlers in order and awaits each; returns nothing when there was nothing to await.
   *
   * @throws {SDKError} (rejects) `plugin-failed` when a handler throws
   */
  call<Name extends keyof AsyncHooks>(name: Name, context: AsyncHooks[Name]): Promise<void> | void {
    // Only what is a promise is waited for: an answer from the cache comes by here.
    let pending: Promise<void> | undefined
    for (const handler of this._hooks[name]?.slice() ?? []) {
      try {
        const answer = pending ? pending.then(() => handler(context)) : handler(context)
        if (answer) pending = Promise.resolve(answer)
      } catch (cause) {
        pending = Promise.reject(cause)
      }
    }
    return pending?.catch((cause: unknown) => {
      throw pluginFailure(cause, name)
    })
  }

  /**
   * Calls the handlers in order, at once: a throw is a throw, and not a rejected promise.
   *
   * @param isWanted asked before each handler; once false, the others are not called
   * @throws {SDKError} `plugin-failed` when a handler throws, or returns a promise: nobody would wait for it.
   */
  callSync<Name extends keyof SyncHooks>(
    name: Name,
    context: SyncHooks[Name],
    isWanted?: () => boolean,
  ): void {
    // A copy, since a handler may take itself off.
    for (const handler of this._hooks[name]?.slice() ?? []) {
      if (isWanted?.() === false) return
      let answer: unknown
      try {
        answer = handler(context)
      } catch (cause) {
        throw pluginFailure(cause, name)
      }
      if (answer instanceof Object)
        throw new SDKError('plugin-failed', `Hook ${name} is synchronous: its handler must return nothing.`)
    }
  }
}
