/**
 * An environment is data: the addresses of one deployment of the account service, and how it states times.
 * The kernel knows no environment by name. Presets bring the known ones, and anybody may define their own.
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
  /**
   * Address of the file by which browsers find the service as an identity provider (FedCM), for `fedcm()`. Leave it out if the
   * service does not offer that.
   */
  readonly fedcmConfigUrl?: string
  /** Unit in which this deployment's session service states `expiresIn`. @default 'milliseconds' */
  readonly expiresInUnit?: 'milliseconds' | 'seconds'
}

/**
 * Returns the environment it is given, typed. Its addresses are checked when an identity is composed with it.
 *
 * @example const env = defineEnvironment({ name, accountUrl, widgetUrl, globalSessionUrl, sdrnNamespace })
 */
export const defineEnvironment = (env: Environment): Environment => env
