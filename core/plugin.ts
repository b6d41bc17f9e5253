/**
 * What a plugin is, what it is given, and what its methods add up to.
 */
import type { Events } from './events.ts'
import type { Hooks } from './hooks.ts'
import type { BrowserWindow, ResolvedOptions } from './options.ts'
import type { AcceptedAnswer } from './session-answer.ts'
import type { ClientStorage } from './storage.ts'
import type { Transport } from './transport.ts'
import type { HasSessionSuccessResponse } from './types.ts'
import type { UrlBuilder } from './urls.ts'

/** The methods that every identity has, whatever was composed. */
export interface IdentityCore extends Events {
  /**
   * Asks for the session; calls made while one is on its way share its promise.
   * @throws {SDKError} (rejects) `session-missing` when the user is not logged in, `session-refused`, `session-unreachable`,
   * `session-malformed`, `timeout`, `plugin-missing`, `plugin-failed`, `disposed`; with sessionRefresh also
   * `session-refreshing`, `refresh-failed`, `redirect-refused`, `callback-failed`
   */
  hasSession(): Promise<HasSessionSuccessResponse>
  /** Undoes listeners, timers and globals, and rejects what is pending with `disposed`. Calling it twice is harmless. */
  dispose(): void
}

/** What a plugin is given: options, hooks, events, the session, and the services behind them. */
export interface Kernel extends Events, Hooks {
  readonly options: ResolvedOptions
  /** The window to work in; the only way to the browser. */
  readonly window: BrowserWindow
  /** Aborts on dispose, with the error `disposed` as its reason. Give it to whatever takes a signal. */
  readonly signal: AbortSignal
  /** Storage of this tab, with expiry; apart from that of other clients, environments and session domains. */
  readonly storage: ClientStorage
  /** The answer that the session known so far came in, or null. */
  readonly answer: AcceptedAnswer | null
  /** How JSON is fetched; a transport plugin sets it. */
  transport: Transport | undefined
  /** Builds a URL; `url:build` may append to it. */
  readonly buildUrl: UrlBuilder
  /** As in {@link IdentityCore}. */
  hasSession(): Promise<HasSessionSuccessResponse>
  /** Makes the next `hasSession` ask anew, and calls `session:cleared`. @param isGone whether the user has logged out */
  clearSession(isGone?: boolean): void
  /** Writes a debug line to the `log` option, if there is one. Keep secrets out of it. */
  log(message: string): void
  /** Registers an undo, called on dispose, last first; at once if that has been. */
  onDispose(undo: () => void): void
}

/** One feature. `setup` wires it to the kernel and returns the methods it contributes, if any. */
// biome-ignore lint/suspicious/noConfusingVoidType: void says that a plugin contributes no method
export interface Plugin<Api extends object | void = void> {
  /** For messages to developers; in production the library's own plugins have none: `''`. */
  readonly name: string
  /** Names of the plugins that this one cannot do without. Like `after`, looked at in the development build. */
  readonly requires?: readonly string[]
  /** Names of the plugins that must stand before this one, where they are in the list. */
  readonly after?: readonly string[]
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
