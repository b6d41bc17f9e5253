/**
 * An environment is data: where one deployment of the account service lives and how it speaks.
 * The kernel knows none by name; presets bring the known ones, and anyone may define their own.
 */
import { HTTP_URL_FIX, invalidOption, isHttpUrl, isRecord } from './checks.ts'

/** Where an account service lives. */
export interface Environment {
  /** Short name, passed on to the widget. */
  readonly name: string
  /** Base URL of the account and OAuth service. */
  readonly accountUrl: string
  /** Base URL of the continue-as widget's script. */
  readonly widgetUrl: string
  /** Base URL of the global session service. */
  readonly globalSessionUrl: string
  /** Namespace of the SDRNs (`sdrn:<namespace>:client:<clientId>`). */
  readonly sdrnNamespace: string
  /** Unit in which this deployment's session service states `expiresIn`. @default 'milliseconds' */
  readonly expiresInUnit?: 'milliseconds' | 'seconds'
}

/**
 * Checks an environment and returns it.
 *
 * @throws {SDKError} `option-invalid`, naming the member that is wrong.
 * @example
 * const env = defineEnvironment({
 *   name: 'LOCAL',
 *   accountUrl: 'http://account.localhost:8800',
 *   widgetUrl: 'http://account.localhost:8800/authn/',
 *   globalSessionUrl: 'http://account.localhost:8800',
 *   sdrnNamespace: 'localhost',
 * })
 */
export function defineEnvironment(env: Environment): Environment {
  if (!isRecord(env)) throw invalidOption('env', env, 'an Environment object')
  for (const name of ['accountUrl', 'widgetUrl', 'globalSessionUrl'] as const) {
    // A query would end up in the middle of every URL built on the base.
    if (!isHttpUrl(env[name]) || env[name].includes('?'))
      throw invalidOption(`env.${name}`, env[name], `${HTTP_URL_FIX}, and without a query`)
  }
  for (const name of ['name', 'sdrnNamespace'] as const) {
    if (typeof env[name] !== 'string' || !/^[\w.-]+$/.test(env[name]))
      throw invalidOption(`env.${name}`, env[name], 'letters, digits, dots, dashes and underscores')
  }
  const unit = env.expiresInUnit
  if (unit !== undefined && unit !== 'milliseconds' && unit !== 'seconds')
    throw invalidOption('env.expiresInUnit', unit, "'milliseconds' or 'seconds'")
  return env
}
