/**
 * What the account-sdk-browser checks when it is constructed, in its words. What it lets pass and the kernel refuses is an error of the kernel's.
 */
import { type BrowserWindow, type Environment, isReturnUri, windowOf } from '../../core/options.ts'
import { checkOptionNames } from '../../devtools/development.ts'
import { type EnvironmentName, environmentOf } from '../environments.ts'
import { checkGlobalPrefix } from '../register-global.ts'
import { checkOption, failure } from './errors.ts'
import type { CompatOptions } from './types.ts'

/** An address as text. A page may give a method a `URL` object, which the library does not keep. */
export const asText = <Value>(value: Value): Value | string => (value instanceof URL ? value.href : value)

/** Whether it is an address that a browser can be sent back to. */
export function isUrl(value: unknown): value is string {
  try {
    return isReturnUri(value) && !!new URL(`${value}`)
  } catch {
    return false
  }
}

/** Options that are checked as the account-sdk-browser checks them. */
export interface CheckedOptions extends CompatOptions {
  readonly window: BrowserWindow
}

/** Checks the options of `Identity`. @throws {SDKError} `option-invalid` */
export function checkOptions(given: CompatOptions): CheckedOptions {
  // What is no object has none of the options.
  const options: CompatOptions = Object(given)
  checkClientId(options.clientId)
  const window = wholeWindow(windowFor(options))
  const { redirectUri, log } = options
  checkOption(!redirectUri || isUrl(redirectUri), 'redirectUri parameter is invalid')
  checkSessionDomain(options.sessionDomain)
  checkOption(!log || typeof log === 'function', `log must be a function but it is ${log}`)
  if (__DEV__) {
    checkGlobalPrefix(options.globalPrefix ?? 'sch')
    checkOptionNames(window, options)
  }
  return { ...options, window }
}

export function checkClientId(clientId: unknown): void {
  checkOption(typeof clientId === 'string' && clientId, 'clientId parameter is required')
}

export function checkSessionDomain(sessionDomain: unknown): void {
  checkOption(isUrl(sessionDomain), 'sessionDomain parameter is not a valid URL')
}

/** The window of the options, or the page's own. @throws {SDKError} `option-invalid` */
export function windowFor(options: Pick<CompatOptions, 'window'>): BrowserWindow {
  // Null is no window, and no wish for the page's own.
  const window = options.window === null ? null : windowOf(options)
  checkOption(window && typeof window === 'object', 'The reference to window is missing')
  return window
}

/** What the global does not lend: a test must not find what the one before has kept, hear its events, leave by its page, or open popups. */
const KEPT_BACK = /Storage|Event|Channel|^(location|open)$/

/**
 * A window of few members, as sites' unit tests make one of a `location`, gets those that it lacks from the global. The account-sdk-browser takes
 * little more than this from the option, and the rest from the global in any case. The window of a page is returned as it is.
 */
export function wholeWindow(given: Partial<BrowserWindow>): BrowserWindow {
  const window = given as BrowserWindow
  if (given.fetch && given.Document) return window
  return new Proxy(window, {
    // Looked up each time: a test replaces members of both.
    get(target, name) {
      const own: unknown = Reflect.get(target, name)
      if (own !== undefined || KEPT_BACK.test(String(name))) return own
      const lent: unknown = Reflect.get(globalThis, name)
      // A browser's functions want to be called on the global. Classes, which have capitals, have members of their own.
      return typeof lent === 'function' && /^[a-z]/.test(String(name)) ? lent.bind(globalThis) : lent
    },
  })
}

/** All services at one address. It has no namespace, and both clients say so by the word `undefined`. */
const environmentAt = (url: string) =>
  ({ name: url, accountUrl: url, widgetUrl: url, globalSessionUrl: url }) as Environment

/**
 * The environment of a name, or at an address. Its services send seconds, unless an Environment object says otherwise.
 *
 * @throws {SDKError} `option-invalid`
 */
export function environmentFor(env: CompatOptions['env'] = 'PRE'): Environment {
  const unit = { expiresInUnit: 'seconds' } as const
  if (typeof env === 'object' && env) return { ...unit, ...env }
  checkOption(typeof env === 'string', `url parameter is invalid: ${env}`)
  checkOption(env, '"url" param must be a non empty string: string')
  if (isUrl(env)) return { ...unit, ...environmentAt(env) }
  try {
    return { ...unit, ...environmentOf(env as EnvironmentName) }
  } catch {
    throw failure('option-invalid', `Bad URL given: '${env}'`)
  }
}
