/**
 * An environment is data: where one deployment of the account service lives and how it speaks.
 * The kernel knows none by name; presets bring the known ones, and anyone may define their own.
 */

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
 * Returns the environment it is given, typed. It is checked where an identity is composed with it.
 *
 * @example const env = defineEnvironment({ name, accountUrl, widgetUrl, globalSessionUrl, sdrnNamespace })
 */
export const defineEnvironment = (env: Environment): Environment => env
