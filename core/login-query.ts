/**
 * From LoginOptions to the parameters of the login URL: checks each value against section 2.2, in the order in which
 * the parameters are sent.
 */
import { HTTP_URL_FIX, invalidArgument, isHttpUrl, isRecord, kindOf } from './checks.ts'
import { SDKError } from './errors.ts'
import type { LoginUrlOptions } from './types.ts'
import type { QueryParameters } from './urls.ts'

const ACR = '(password|otp|sms|eid(-(no|se|fi|dk))?)'
const ACR_VALUES = new RegExp(`^(otp-email|${ACR}( ${ACR})*)$`)
const PROMPT = /^(select_account|login)$/
const LOCALE = /^(nb_NO|fi_FI|sv_SE|en_US)$/
const SECONDS = /^\d+(\.\d+)?$/

/**
 * The protocol's parameters for a login.
 *
 * @throws {SDKError} `argument-invalid`, naming the field and its value (of `state`, only its kind)
 */
export function loginQuery(options: LoginUrlOptions, clientId: string, defaultUri: string): QueryParameters {
  if (!isRecord(options)) throw invalidArgument('options', options, 'an object with at least a state')
  const { state } = options
  if (typeof state !== 'string' || !state)
    throw new SDKError('argument-invalid', `state is ${kindOf(state)}: give an unguessable string.`)

  // Empty counts as not given: the positional form is full of empty strings.
  const text = (name: keyof LoginUrlOptions, allowed?: RegExp, fix = 'a string'): string | undefined => {
    const value = options[name]
    if (value == null || value === '') return undefined
    if (typeof value !== 'string' || (allowed && !allowed.test(value)))
      throw invalidArgument(name, value, fix)
    return value
  }

  const { maxAge, oneStepLogin } = options
  if (
    maxAge != null &&
    maxAge !== '' &&
    !(/^(number|string)$/.test(typeof maxAge) && SECONDS.test(`${maxAge}`))
  )
    throw invalidArgument('maxAge', typeof maxAge === 'number' ? `${maxAge}` : maxAge, 'seconds, 0 or more')
  if (oneStepLogin != null && typeof oneStepLogin !== 'boolean')
    throw invalidArgument('oneStepLogin', oneStepLogin, 'true or false')
  const redirectUri = text('redirectUri') ?? defaultUri
  if (!isHttpUrl(redirectUri)) throw invalidArgument('redirectUri', redirectUri, HTTP_URL_FIX)
  const acrValues = text('acrValues', ACR_VALUES, "'otp-email', or some of password, otp, sms, eid, eid-…")
  const prompt = text('prompt', PROMPT, "'select_account' or 'login'") ?? 'select_account'

  return {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: text('scope') ?? 'openid',
    state,
    acr_values: acrValues,
    login_hint: text('loginHint'),
    tag: text('tag'),
    teaser: text('teaser'),
    max_age: maxAge == null ? undefined : `${maxAge}`,
    locale: text('locale', LOCALE, "'nb_NO', 'fi_FI', 'sv_SE' or 'en_US'"),
    one_step_login: oneStepLogin ? 'true' : undefined,
    // The acr decides what the user is prompted for.
    prompt: acrValues ? undefined : prompt,
    x_domain_id: text('xDomainId'),
    x_env_id: text('xEnvironmentId'),
    utm_campaign: text('originCampaign'),
  }
}
