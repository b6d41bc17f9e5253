/**
 * The hook map. Names are `noun:moment`: `:request` may be answered, `:build` transforms,
 * `:before` may take over, a past participle notifies. A handler gets one context object and answers by filling a
 * field of it. Plugins declare hooks of their own on the two maps.
 */
import type { SDKError } from './errors.ts'
import type { AcceptedAnswer, SessionAnswer } from './session-answer.ts'
import type { HasSessionSuccessResponse } from './types.ts'
import type { UrlBuildContext } from './urls.ts'

/** One call for the session. Its hooks share this object; each sees the part of it that is known by then. */
export interface SessionCall {
  /** The session before the call, or null. */
  readonly previous: HasSessionSuccessResponse | null
  /** The address to ask; built when it is called for. Parameters are added by `url:build`, kind `session`. */
  readonly url: () => string
  /** False once the session was cleared since: the answer speaks of a user who may be gone, and must move nothing. */
  readonly isCurrent: () => boolean
  /** When the service was asked, in milliseconds since the epoch; absent before, and for what was kept or another tab's. */
  askedAt?: number
  /** Where the answer is from; whoever gives one says so. @default 'cache', or 'network' where the service was asked */
  source?: 'cache' | 'network' | 'head' | 'tab' | 'server'
}

/** `session:request`: a session is asked for. */
export interface SessionRequestContext extends SessionCall {
  /**
   * Fill it to answer in the service's place; throw to refuse. With `expiresAt` it is an answer that was kept, and is
   * taken as it is; without, one that comes fresh from the service, and goes on to `session:fetched`.
   */
  answer?: SessionAnswer
}

/** `session:fetched`: the session service has answered. Throw to reject. */
export interface SessionFetchedContext extends SessionCall {
  /** The raw answer; replace it to take over. */
  answer: SessionAnswer
}

/** `session:accepted`: the answer was a session. */
export interface SessionAcceptedContext extends SessionCall {
  readonly session: HasSessionSuccessResponse
  readonly answer: AcceptedAnswer
}

/** `session:failed`: the call failed; the caller will see `error`. */
export interface SessionFailedContext extends SessionCall {
  /** The session now: null once the service has said that there is none, else still the previous one. */
  readonly session: HasSessionSuccessResponse | null
  readonly error: SDKError
  /** The answer that failed; absent when none came. */
  readonly answer?: SessionAnswer
}

/** Hooks whose handlers are awaited, in order. */
export interface AsyncHooks {
  'session:request': SessionRequestContext
  'session:fetched': SessionFetchedContext
}

/** Hooks whose handlers must answer at once: a popup opens only inside the user's gesture. */
export interface SyncHooks {
  'session:accepted': SessionAcceptedContext
  'session:failed': SessionFailedContext
  /** The session known so far is not to be relied on any more: drop what you keep of it. */
  'session:cleared': object
  'url:build': UrlBuildContext
}

export type HookName = keyof AsyncHooks | keyof SyncHooks

/** The handler of a hook. `void | undefined`, since the compiler takes an async function for `void` alone. */
export type HookHandler<Name extends HookName> = Name extends keyof AsyncHooks
  ? (context: AsyncHooks[Name]) => void | Promise<void>
  : Name extends keyof SyncHooks
    ? // biome-ignore lint/suspicious/noConfusingVoidType: see above
      (context: SyncHooks[Name]) => void | undefined
    : never

/** How hooks are added and called. After dispose, calling one fails with `disposed`. */
export interface Hooks {
  /** Adds a handler; it stays until the identity is disposed. */
  hook<Name extends HookName>(name: Name, handler: HookHandler<Name>): void
  /** Calls an asynchronous hook: its handlers in order, each when the one before has ended. Rejects as `callSync` throws. */
  call<Name extends keyof AsyncHooks>(name: Name, context: AsyncHooks[Name]): Promise<void>
  /** Calls a synchronous hook, at once. @throws {SDKError} `plugin-failed`, when a handler throws anything but an SDKError */
  callSync<Name extends keyof SyncHooks>(name: Name, context: SyncHooks[Name]): void
}
