/**
 * The options of the kernel, and their check. Options of a feature belong to the feature's plugin.
 */
import { defu } from 'defu'
import { HTTP_URL_FIX, invalidOption, isHttpUrl, isRecord } from './checks.ts'
import { defineEnvironment, type Environment } from './environment.ts'
import { SDKError } from './errors.ts'

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

/** Options as the kernel holds them: checked, with the defaults filled in. */
export type ResolvedOptions = Readonly<IdentityOptions & { window: BrowserWindow }>

/** The window of the options, else the page's own. The one place that reads a global. */
export function windowOf({ window }: Pick<IdentityOptions, 'window'>): BrowserWindow {
  return window ?? globalThis.window
}

const DEFAULTS = { env: { expiresInUnit: 'milliseconds' } } as const

/**
 * Checks the options and fills in the defaults.
 *
 * @throws {SDKError} `option-invalid`, naming the option, the kind of value it has, and what to give.
 */
export function resolveOptions(options: IdentityOptions): ResolvedOptions {
  if (!isRecord(options))
    throw invalidOption('object', options, 'an object with clientId, sessionDomain, redirectUri and env')
  const { window: _, ...rest } = options
  const window = windowOf(options)
  if (!window?.location)
    throw new SDKError('option-invalid', 'Option window is no window: construct in a browser, or pass one.')
  const { clientId, sessionDomain, redirectUri, env, log } = rest
  if (typeof clientId !== 'string' || !clientId.trim())
    throw invalidOption('clientId', clientId, 'the client identifier, a string')
  if (!isHttpUrl(sessionDomain) || sessionDomain.includes('?'))
    throw invalidOption('sessionDomain', sessionDomain, `${HTTP_URL_FIX}, and without a query`)
  if (!isHttpUrl(redirectUri)) throw invalidOption('redirectUri', redirectUri, HTTP_URL_FIX)
  if (log != null && typeof log !== 'function') throw invalidOption('log', log, 'a function, or leave it out')
  defineEnvironment(env)
  // defu copies, so that what the page does to its own object later changes nothing here.
  return { ...(defu(rest, DEFAULTS) as object as IdentityOptions), window }
}
