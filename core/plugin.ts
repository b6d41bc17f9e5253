/**
 * What a plugin is, what it is given, and what its methods add up to.
 */
import type { Environment } from './environment.ts'
import type { Events } from './events.ts'
import type { AsyncHooks, HookHandler, SyncHooks } from './hooks.ts'
import type { Navigation } from './navigation.ts'
import type { BrowserWindow, ResolvedOptions } from './options.ts'
import type { AcceptedAnswer } from './session-answer.ts'
import type { ExpiringStore } from './storage.ts'
import type { Transport } from './transport.ts'
import type { HasSessionSuccessResponse } from './types.ts'
import type { UrlBuilder } from './urls.ts'

/** The methods that every identity has, whatever was composed. */
export interface IdentityCore extends Events, Navigation {
  /**
   * Asks for the session; calls made while one is on its way share its promise.
   *
   * @throws {SDKError} (rejects) `session-missing` when the user is not logged in, `session-refused`,
   * `session-unreachable`, `session-malformed`, `timeout`, `plugin-missing` without a transport, `plugin-failed`,
   * `disposed`; with sessionRefresh also `session-refreshing`, `refresh-failed`, `redirect-refused`, `callback-failed`
   */
  hasSession(): Promise<HasSessionSuccessResponse>
  /** Undoes everything the identity did: hooks, listeners, timers, globals. Calling it twice is harmless. */
  dispose(): void
}

/** What a plugin is given: the core methods, and the services behind them. */
export interface Kernel extends Omit<IdentityCore, 'dispose'> {
  readonly options: ResolvedOptions
  readonly environment: Environment
  /** The window to work in; the only way to the browser. */
  readonly window: BrowserWindow
  /** Storage of this tab, with expiry. */
  readonly storage: ExpiringStore
  /** `sdrn:<namespace>:client:<clientId>` */
  readonly clientSdrn: string
  /** The answer that the session known so far came in, or null. */
  readonly answer: AcceptedAnswer | null
  /** How JSON is fetched; a transport plugin sets it. */
  transport: Transport | undefined
  readonly buildUrl: UrlBuilder
  /** Adds a handler to a hook; taken off on dispose. */
  hook<Name extends keyof AsyncHooks | keyof SyncHooks>(name: Name, handler: HookHandler<Name>): void
  /** Calls an asynchronous hook; returns nothing when there was nothing to await. */
  call<Name extends keyof AsyncHooks>(name: Name, context: AsyncHooks[Name]): Promise<void> | void
  /**
   * Calls a synchronous hook.
   *
   * @param isWanted asked before each handler; once false, the others are not called
   */
  callSync<Name extends keyof SyncHooks>(name: Name, context: SyncHooks[Name], isWanted?: () => boolean): void
  /** Makes the next `hasSession` ask anew. */
  dropSession(): void
  /** Writes a debug line to the `log` option, if there is one. Keep secrets out of it. */
  log(message: string): void
  /** Registers an undo, called on dispose, last first. */
  onDispose(undo: () => void): void
}

/** One feature. `setup` wires it to the kernel and returns the methods it contributes, if any. */
// biome-ignore lint/suspicious/noConfusingVoidType: void says that a plugin contributes no method
export interface Plugin<Api extends object | void = void> {
  readonly name: string
  /** Names of the plugins that this one cannot do without. */
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
