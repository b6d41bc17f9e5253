/**
 * An environment is data: where one deployment of the account service lives and how it speaks.
 * The kernel knows none by name; presets bring the known ones, and anyone may define their own.
 */
import { checkBaseUrl, checkOption, isRecord } from './checks.ts'

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

const isName = (value: unknown): boolean => typeof value === 'string' && /^[\w.-]+$/.test(value)

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
  checkOption(isRecord(env), 'env', env, 'an Environment object')
  for (const name of ['accountUrl', 'widgetUrl', 'globalSessionUrl'] as const)
    checkBaseUrl(`env.${name}`, env[name])
  for (const name of ['name', 'sdrnNamespace'] as const)
    checkOption(isName(env[name]), `env.${name}`, env[name], 'letters, digits, dots and dashes')
  const { expiresInUnit: unit = 'seconds' } = env
  checkOption(
    unit === 'seconds' || unit === 'milliseconds',
    'env.expiresInUnit',
    unit,
    "'milliseconds' or 'seconds'",
  )
  return env
}
