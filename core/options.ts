/**
 * The options of the kernel, and their check. Options of a feature belong to the feature's plugin.
 */
import type { Environment } from './environment.ts'
import { checkFunction, checkOption } from './errors.ts'
import { given } from './given.ts'

/** The window of a page, with the globals that live on it. */
export type BrowserWindow = Window & typeof globalThis

/** Receives one line of debug information. Lines never hold state, tokens, signatures or cookies. */
export type LogFunction = (message: string) => void

/** What every identity needs (section 2.1). */
export interface KernelOptions {
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

/** The base URLs of an environment. */
type BaseUrls = Pick<Environment, 'accountUrl' | 'widgetUrl' | 'globalSessionUrl'>

/** Options as the kernel holds them: read once, checked, with all base URLs side by side, none ending in a slash. */
export type ResolvedOptions = Readonly<KernelOptions & BaseUrls & { window: BrowserWindow }>

// Addresses are tested in small letters: an expression that ignores case takes a slow phone longer than all else here.
// `new URL` forgives what must not be forgiven in an address that others are built on: backslashes, credentials before
// the host. A query would end up in the middle of them.
const BASE_URL = /^https?:\/\/[^\s\\@*/?#]+(\/[^\s\\?#]*)?$/
const A_BASE_URL = 'an http(s) URL without credentials, wildcard, query or fragment'

/** An address that a service may send the browser back to, if it is registered there; the library never goes to it. */
export const isReturnUri = (value: unknown): boolean =>
  typeof value === 'string' && /^(?!(javascript|data|vbscript|blob|file):)[a-z][a-z\d+.-]*:/.test(value.toLowerCase())
export const A_RETURN_URI = 'an absolute URL whose scheme is none of javascript:, data:, vbscript:, blob: and file:'

/** The window of the options, else the page's own. The one place that reads a global. */
export function windowOf(options: Pick<KernelOptions, 'window'>): BrowserWindow {
  return options.window ?? globalThis.window
}

/** Checks the options. @throws {SDKError} `option-invalid`, naming the option */
export function resolveOptions(options: KernelOptions): ResolvedOptions {
  // A copy first: what is checked is what is used, whatever the page's object answers the next time.
  const own = { ...options }
  const window = windowOf(own)
  const { accountUrl, widgetUrl, globalSessionUrl } = own.env ?? {}
  const bases = { sessionDomain: own.sessionDomain, accountUrl, widgetUrl, globalSessionUrl }

  checkOption(window?.location, __DEV__ ? given('window', window, 'one, or construct in a browser') : 'window')
  checkOption(
    typeof own.clientId === 'string' && own.clientId.trim(),
    __DEV__ ? given('clientId', own.clientId, 'the client identifier') : 'clientId',
  )
  checkOption(
    isReturnUri(own.redirectUri),
    __DEV__ ? given('redirectUri', own.redirectUri, A_RETURN_URI) : 'redirectUri',
  )
  if (__DEV__) checkFunction(own.log, 'log')
  for (const [name, url] of Object.entries(bases)) {
    checkOption(
      typeof url === 'string' && BASE_URL.test(url.toLowerCase()),
      __DEV__ ? given(name, url, A_BASE_URL) : name,
    )
    bases[name as keyof BaseUrls] = url.replace(/\/+$/, '')
  }
  return { ...own, ...bases, window }
}
