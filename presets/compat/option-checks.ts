/**
 * What that client checks when it is constructed, in its words. What it lets pass and the kernel refuses is an error of the kernel's.
 */
import { type BrowserWindow, type Environment, isReturnUri, windowOf } from '../../core/options.ts'
import { type EnvironmentName, environmentOf } from '../environments.ts'
import { checkOption, failure } from './failure.ts'
import type { CompatOptions } from './types.ts'

/** Stands for a redirect URI where there is none, since the kernel asks for one. It is no address that anybody is sent to. */
export const NO_REDIRECT_URI = 'x:'

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

export function checkClientId(clientId: unknown): void {
  checkOption(typeof clientId === 'string' && clientId, 'clientId parameter is required')
}

export function checkRedirectUri(redirectUri: unknown): void {
  checkOption(!redirectUri || isUrl(redirectUri), 'redirectUri parameter is invalid')
}

export function checkLog(log: unknown): void {
  checkOption(!log || typeof log === 'function', `log must be a function but it is ${log}`)
}

export function checkSessionDomain(sessionDomain: unknown): void {
  checkOption(isUrl(sessionDomain), 'sessionDomain parameter is not a valid URL')
}

/** The window to work in. */
export function windowFor(options: Pick<CompatOptions, 'window'>): BrowserWindow {
  // Null is no window, and no wish for the page's own.
  const window = options.window === null ? null : windowOf(options)
  checkOption(window && typeof window === 'object', 'The reference to window is missing')
  return window
}

/** All services at one address. It has no namespace, and both clients say so by the word `undefined`. */
const environmentAt = (url: string) =>
  ({ name: url, accountUrl: url, widgetUrl: url, globalSessionUrl: url }) as Environment

/** The environment of a name, or at an address. Its services send seconds, unless an Environment object says otherwise. */
export function environmentFor(env: CompatOptions['env']): Environment {
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
