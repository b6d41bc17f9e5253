/**
 * The five environments of the account service, as data. Each is a constant of its own, so that a bundle holds only
 * the one it names.
 */
import { checkOption } from '../core/checks.ts'
import type { Environment } from '../core/environment.ts'

export const PRE: Environment = {
  name: 'PRE',
  accountUrl: 'https://identity-pre.schibsted.com',
  widgetUrl: 'https://identity-pre.schibsted.com/authn/',
  globalSessionUrl: 'https://session-service.identity-pre.schibsted.com',
  sdrnNamespace: 'schibsted.com',
}

export const PRO: Environment = {
  name: 'PRO',
  accountUrl: 'https://login.schibsted.com',
  widgetUrl: 'https://login.schibsted.com/authn/',
  globalSessionUrl: 'https://session-service.login.schibsted.com',
  sdrnNamespace: 'schibsted.com',
}

export const PRO_NO: Environment = {
  name: 'PRO_NO',
  accountUrl: 'https://payment.schibsted.no',
  widgetUrl: 'https://payment.schibsted.no/authn/',
  globalSessionUrl: 'https://session-service.payment.schibsted.no',
  sdrnNamespace: 'spid.no',
}

export const PRO_FI: Environment = {
  name: 'PRO_FI',
  accountUrl: 'https://login.schibsted.fi',
  widgetUrl: 'https://login.schibsted.fi/authn/',
  globalSessionUrl: 'https://session-service.login.schibsted.fi',
  sdrnNamespace: 'schibsted.fi',
}

export const PRO_DK: Environment = {
  name: 'PRO_DK',
  accountUrl: 'https://login.schibsted.dk',
  widgetUrl: 'https://login.schibsted.dk/authn/',
  globalSessionUrl: 'https://session-service.login.schibsted.dk',
  sdrnNamespace: 'schibsted.dk',
}

/** Name of a known environment. */
export type EnvironmentName = 'PRE' | 'PRO' | 'PRO_NO' | 'PRO_FI' | 'PRO_DK'

/**
 * The environment of a name; an Environment object is returned as it is.
 *
 * @throws {SDKError} `option-invalid` for a name that is none of the five
 */
export function environmentOf(env: EnvironmentName | Environment): Environment {
  if (typeof env === 'object') return env
  const known = { PRE, PRO, PRO_NO, PRO_FI, PRO_DK }
  checkOption(Object.hasOwn(known, env), 'env', env, `${Object.keys(known)}, or an Environment object`)
  return known[env]
}
