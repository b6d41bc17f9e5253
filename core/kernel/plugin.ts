/**
 * What a plugin is, what it is given, and what its methods add up to.
 */
import type { BrowserWindow, ResolvedOptions } from '../options.ts'
import type { FetchPosition, Middleware, SessionPosition } from '../session/middleware.ts'
import type { SessionResponse, TransportResponse } from '../session/result.ts'
import type { Session } from '../session/types.ts'
import type { ClientStorage } from '../storage.ts'
import type { UrlBuilder } from '../urls.ts'
import type { Events } from './events.ts'
import type { Hooks } from './hooks.ts'
import type { Lifecycle } from './lifecycle.ts'

/** A request that was made already, by a script in the page's head. */
export interface BegunRequest {
  readonly response: Promise<Response>
  /** Ends the request. */
  abort(reason: unknown): void
}

/**
 * Fetches JSON with the cookies of the target, and without headers that would cost a CORS preflight.
 * Resolves for every HTTP status; rejects when no answer came: `SDKError` `timeout`, or whatever the network gave.
 *
 * @param begun takes the place of the first attempt
 * @param form is posted. A request that is repeated must do the same as one
 */
export type Transport = (url: string, begun?: BegunRequest, form?: URLSearchParams) => Promise<TransportResponse>

/** The methods that every identity has, whatever was composed. */
export interface IdentityCore extends Events {
  /**
   * Asks for the session. Calls made while one is on its way share its promise.
   * @throws {SDKError} (rejects) `session-missing` when the user is not logged in, `session-refused`, `session-unreachable`,
   * `session-malformed`, `timeout`, `plugin-missing`, `plugin-failed`, `disposed`; with sessionRefresh also
   * `session-refreshing`, `refresh-failed`, `redirect-refused`, `callback-failed`
   */
  hasSession(): Promise<Session>
  /** Undoes listeners, timers and globals, and rejects what is pending with `disposed`. Calling it twice is harmless. */
  dispose(): void
}

/** What a plugin is given: options, hooks, events, the session, and the services behind them. */
export interface Kernel extends Events, Hooks, Lifecycle {
  /** The options, checked. Beside them `accountUrl`, `widgetUrl` and `globalSessionUrl` of `env`, without a slash at the end. */
  readonly options: ResolvedOptions
  /** The plugins of this identity. */
  readonly plugins: readonly AnyPlugin[]
  /** The window to work in; the only way to the browser. */
  readonly window: BrowserWindow
  /** Storage of this tab, with expiry; apart from that of other clients, environments and session domains. */
  readonly storage: ClientStorage
  /** The same for all tabs. A slow phone takes longer to open it than to make a request. Before the request use it only where something waits in it. */
  readonly sharedStorage: Pick<ClientStorage, 'entry'>
  /** How JSON is fetched; a transport plugin sets it. */
  transport: Transport
  /** Builds a URL; `url:build` may append to it. */
  readonly buildUrl: UrlBuilder
  /**
   * Adds middleware to the session call: it responds with what it knows, or calls the next one. Trouble is thrown.
   *
   * @param position `first`, `presence`, `server`, `cache`, `tabs` or `backoff`, or `{ before }` one of them
   */
  use(position: SessionPosition, middleware: Middleware): void
  /**
   * Adds middleware to how the service is asked: it passes on the response, before anybody has read it.
   *
   * @param position `refresh`, `head` or `network`, or `{ before }` one of them
   */
  useFetch(position: FetchPosition, middleware: Middleware<SessionResponse>): void
  /**
   * Responses that were asked for before this moment (milliseconds since the epoch) do not count from now on, on the next page of this
   * tab as well. A function is called once a response is there, and counts on this page.
   */
  invalidateBefore(moment: number | (() => number)): void
  /**
   * The session that was known last, without asking anybody. `clearSession` keeps it, so that the next session can be compared with
   * it. `endSession` forgets it.
   */
  knownSession(): Session | null
  /**
   * As in {@link IdentityCore}.
   *
   * @param freshSince asks for a response from this moment or later. Where the service is in trouble, an older one will do
   */
  hasSession(freshSince?: number): Promise<Session>
  /**
   * Makes the next `hasSession` ask again, and calls `session:cleared`, by which plugins delete what they have kept and end their
   * backoffs. `knownSession` stays. The snapshot stays as well, but `loading` becomes `unknown`. A call that is on its way is not
   * stopped. Its callers get its answer, which may be about the user before. No event tells of that answer, and no plugin keeps it.
   */
  clearSession(): void
  /** The user has logged out: forgets the session that is known, and clears. */
  endSession(): void
  /** Writes a debug line to the `log` option, if there is one. Keep secrets out of it. */
  log(message: string): void
}

/** One feature. `setup` wires it to the kernel and returns the methods it contributes, if any. */
// biome-ignore lint/suspicious/noConfusingVoidType: void says that a plugin contributes no method
export interface Plugin<Api extends object | void = void> {
  /** For messages to developers. Two plugins of one name do not go together. */
  readonly name: string
  /** Names of the plugins that this one cannot do without. Checked in the development build. */
  readonly requires?: readonly string[]
  setup(kernel: Kernel): Api
}

// biome-ignore lint/suspicious/noExplicitAny: plugins of every kind stand side by side in a list
export type AnyPlugin = Plugin<any>

/** The methods that a tuple of plugins contributes. */
export type ApisOf<Plugins extends readonly AnyPlugin[]> = Plugins extends readonly [
  Plugin<infer Api>,
  ...infer Rest extends readonly AnyPlugin[],
]
  ? (Api extends object ? Api : unknown) & ApisOf<Rest>
  : unknown

/**
 * Returns the plugin it is given, so that its methods are inferred.
 *
 * @example
 * const greeting = () => definePlugin({
 *   name: 'greeting',
 *   setup: (kernel) => ({
 *     greet: async () => `Hello, ${(await kernel.hasSession()).givenName}`,
 *   }),
 * })
 */
// biome-ignore lint/suspicious/noConfusingVoidType: as in Plugin
export function definePlugin<Api extends object | void = void>(plugin: Plugin<Api>): Plugin<Api> {
  return plugin
}
