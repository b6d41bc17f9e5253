/**
 * The options of the kernel, and their check. Options of a feature belong to the feature's plugin.
 */
import {
  checkBaseUrl,
  checkFunctionOption,
  checkOption,
  HTTP_URL_FIX,
  isHttpUrl,
  isRecord,
} from './checks.ts'
import { defineEnvironment, type Environment } from './environment.ts'

/** The window of a page, with the globals that live on it. */
export type BrowserWindow = Window & typeof globalThis

/** Receives one line of debug information. Lines never hold state, tokens, signatures or cookies. */
export type LogFunction = (message: string) => void

/** What every identity needs (section 2.1). */
export interface IdentityOptions {
  /** Client identifier. */
  clientId: string
  /** Base URL of the publisher's own session service, such as `https://id.site.com`. */
  sessionDomain: string
  /** Where the browser returns to unless a call says otherwise. */
  redirectUri: string
  /** The account service to talk to. */
  env: Environment
  /** Receives debug information. If unset, nothing is logged. */
  log?: LogFunction
  /** The window to work in. @default the global one */
  window?: BrowserWindow
}

/** Options as the kernel holds them: checked, and a copy. */
export type ResolvedOptions = Readonly<IdentityOptions & { window: BrowserWindow }>

/** The window of the options, else the page's own. The one place that reads a global. */
export function windowOf({ window }: Pick<IdentityOptions, 'window'>): BrowserWindow {
  return window ?? globalThis.window
}

/**
 * Checks the options.
 *
 * @throws {SDKError} `option-invalid`, naming the option, the kind of value it has, and what to give
 */
export function resolveOptions(options: IdentityOptions): ResolvedOptions {
  checkOption(isRecord(options), 'object', options, 'clientId, sessionDomain, redirectUri and env')
  const window = windowOf(options)
  checkOption(window?.location, 'window', window, 'a window: construct in a browser, or pass one')
  const { clientId, sessionDomain, redirectUri, env, log } = options
  checkOption(typeof clientId === 'string' && clientId.trim(), 'clientId', clientId, 'the client identifier')
  checkBaseUrl('sessionDomain', sessionDomain)
  checkOption(isHttpUrl(redirectUri), 'redirectUri', redirectUri, HTTP_URL_FIX)
  checkFunctionOption('log', log)
  // Copies, so that what the page does to its own objects later changes nothing here.
  return { ...options, window, env: { ...defineEnvironment(env) } }
}
