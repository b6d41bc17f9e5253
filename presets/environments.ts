/**
 * The five environments of the account service, as data. Each is a constant of its own, so that a bundle holds only
 * the one it names.
 */
import { checkOption, expected } from '../core/errors.ts'
import type { Environment } from '../core/options.ts'

/** The three services of one deployment have addresses that follow from each other. */
const environment = (name: string, host: string, sdrnNamespace: string): Environment => ({
  name,
  accountUrl: `https://${host}`,
  widgetUrl: `https://${host}/authn/`,
  globalSessionUrl: `https://session-service.${host}`,
  sdrnNamespace,
})

/** For development against the account service's own test environment. */
export const PRE: Environment = /* @__PURE__ */ environment('PRE', 'identity-pre.schibsted.com', 'schibsted.com')
export const PRO: Environment = /* @__PURE__ */ environment('PRO', 'login.schibsted.com', 'schibsted.com')
export const PRO_NO: Environment = /* @__PURE__ */ environment('PRO_NO', 'payment.schibsted.no', 'spid.no')
export const PRO_FI: Environment = /* @__PURE__ */ environment('PRO_FI', 'login.schibsted.fi', 'schibsted.fi')
export const PRO_DK: Environment = /* @__PURE__ */ environment('PRO_DK', 'login.schibsted.dk', 'schibsted.dk')

/** Name of a known environment. */
export type EnvironmentName = 'PRE' | 'PRO' | 'PRO_NO' | 'PRO_FI' | 'PRO_DK'

/**
 * The environment of a name; an Environment object is returned as it is.
 *
 * @throws {SDKError} `option-invalid` for a name that is none of the five
 */
export function environmentOf(env: EnvironmentName | Environment): Environment {
  if (typeof env === 'object') return env
  const all = [PRE, PRO, PRO_NO, PRO_FI, PRO_DK]
  const known = all.find(({ name }) => name === env)
  checkOption(
    known,
    __DEV__ ? expected('env', env, `${all.map(({ name }) => name).join(', ')}, or an Environment object`) : 'env',
  )
  return known
}
