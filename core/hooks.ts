/**
 * The map of hooks. Names are `noun:moment`. A handler gets one context object. It answers by filling a field that is not
 * readonly. A context with only readonly fields is for listening. Plugins declare hooks of their own on the two maps.
 */
import type { Hookable } from 'hookable'
import type { Answer, DatedAnswer, Origin } from './answer.ts'
import type { SDKError } from './errors.ts'
import type { HasSessionSuccessResponse } from './types.ts'

type Session = HasSessionSuccessResponse

/** One call for the session. */
export interface SessionCall {
  /** When it began, in milliseconds since the epoch. */
  readonly startedAt: number
  /** The address of the session service for this call. Parameters are added by `url:build`, kind `session`. */
  url(): string
  /** False once the session was cleared: the user may be gone, and the call must change nothing. Devtools know a call by this function. */
  isCurrent(): boolean
  /** An answer that holds was passed over for a newer one. If the call learns nothing, `hasSession` resolves with what was known before. */
  readonly stillHolds: boolean
}

/** `session:request`: no answer of this page's own was taken. Another tab, or the session service, is about to be asked. */
export interface SessionRequestContext extends SessionCall {
  /** Fill it, and nobody is asked: the call fails with this error. */
  error?: SDKError
  /** Fill it with the address that the page is being left for, to refresh the session cookie. Nobody is asked. */
  refreshAddress?: string
}

/** `session:check`: somebody has an answer. */
export interface SessionCheckContext {
  readonly answer: Answer
  /** Set it to true where the answer may be about a user who is gone: it is dropped, and the next source is asked. */
  isStale: boolean
  /** Set it to true where the answer holds, but a newer one is wanted: the next source is asked. If nobody answers, what was known stays. */
  isNewerWanted: boolean
}

/** `request:ended`: a request for the session has ended. It is the first hook after it. */
export interface RequestEndedContext extends SessionCall {
  /** What came; undefined when nothing did. */
  readonly answer: Answer | undefined
}

/** `session:fetched`: the session service has answered this page. Throw to reject the answer. */
export interface SessionFetchedContext extends SessionCall {
  /** The raw answer. Put another one in its place to take over. */
  answer: Answer
  /** Fill it with the address that the page is being left for, to refresh the session cookie. */
  refreshAddress?: string
  /** Call it before you wait for code of the page that may ask. Whoever asks from then on gets what is known so far, and does not wait. */
  prepareLeaving(): void
}

/** What every ending has. */
export interface Ending extends SessionCall {
  /** Who answered, or failed to. Undefined when nobody was asked, since a plugin refused. */
  readonly origin: Origin | undefined
  /** The session that was known before. */
  readonly previous: Session | null
}

/** There is a user: `connected` to the publisher, or not. */
interface UserKnown extends Ending {
  readonly outcome: 'connected' | 'notConnected'
  readonly hasLearned: true
  readonly session: Session
  readonly answer: DatedAnswer
  readonly error?: undefined
}

/** There is no user. The service says so by a session without a user, or by the error `session-missing`. */
interface NobodyKnown extends Ending {
  readonly outcome: 'loggedOut'
  readonly hasLearned: true
  readonly session: Session | null
  readonly answer: DatedAnswer | undefined
  readonly error?: SDKError
}

/** Nothing was learned: the service could not be asked, or was in trouble. The session is the one that was known before. */
interface NothingLearned extends Ending {
  readonly outcome: 'unavailable'
  readonly hasLearned: false
  readonly session: Session | null
  readonly answer: DatedAnswer | undefined
  readonly error: SDKError
}

/** The page is being left to refresh the session cookie. The session is the one that was known before. */
interface Refreshing extends Ending {
  readonly outcome: 'refreshing'
  readonly hasLearned: false
  readonly session: Session | null
  readonly answer?: undefined
  readonly error?: undefined
  /** Where the page goes. */
  readonly address: string
}

/** `session:settled`: how a session call has ended, and whether it has learned who the user is. */
export type SessionSettled = UserKnown | NobodyKnown | NothingLearned | Refreshing

export type SessionOutcome = SessionSettled['outcome']

/** What a search has come to. One of the three is there at its end. */
export interface Found {
  readonly answer: Answer | undefined
  /** Why there is no answer. */
  readonly error: SDKError | undefined
  /** The address that the page is being left for, to refresh the session cookie. */
  readonly refreshAddress: string | undefined
}

/**
 * What a URL is for. Whoever builds it names it: `session` here, which head scripts know to the letter; in plugins `login`, `login-link`,
 * `logout`, `widget`, `user-context`, `access`, and the names of the pages of account, products and payment.
 */
export type UrlKind = 'session' | (string & {})

/** `url:build`: a URL is being built. */
export interface UrlBuildContext {
  readonly kind: UrlKind
  /** The parameters so far, which are the protocol's. Append to them; no parameter may come twice (RFC 6749, 3.1). */
  readonly query: URLSearchParams
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
  /** A session is asked for. */
  'session:started': SessionCall
  'session:request': SessionRequestContext
  'session:check': SessionCheckContext
  /**
   * The request has been sent. Do slow work here that the request does not need. It is called a task after the request began, and
   * not for a request that has ended by then.
   */
  'request:started': SessionCall
  'request:ended': RequestEndedContext
  /** A call has ended. The promise of `hasSession` settles after the handlers. The hook is not called if the session was cleared meanwhile. */
  'session:settled': SessionSettled
  /**
   * Delete what you have kept: it may belong to another user. The page goes on showing the session that is known. It is not called
   * when the service says that nobody is logged in: `session:settled` says that.
   */
  'session:cleared': object
  'login:started': LoginStartedContext
  'logout:before': LogoutBeforeContext
  'url:build': UrlBuildContext
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
   * @throws {SDKError} `plugin-failed` when a handler throws anything but an SDKError; `disposed`
   */
  callSync<Name extends keyof SyncHooks>(name: Name, context: SyncHooks[Name]): void
  /**
   * Calls a synchronous hook whose handlers only listen. When one throws, the page's error reporting gets the error, and the
   * others are called all the same. Events that handlers emit reach the page after the last handler.
   * @param isOver is called before each handler. Once it returns true, no further handler is called
   */
  notify<Name extends keyof SyncHooks>(name: Name, context: SyncHooks[Name], isOver?: () => boolean): void
  /** In the development build: hookable's own instance, for its `createDebugger`, `beforeEach` and `afterEach`. */
  readonly hookable: Hookable<Record<string, (context: object) => unknown>> | undefined
}
