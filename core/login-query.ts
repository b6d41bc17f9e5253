/**
 * From LoginOptions to the parameters of the login URL: checks each value against section 2.2, in the order in which
 * the parameters are sent.
 */
import { checkArgument, HTTP_URL_FIX, isHttpUrl, isRecord, kindOf } from './checks.ts'
import { SDKError } from './errors.ts'
import type { LoginUrlOptions } from './types.ts'
import type { QueryParameters } from './urls.ts'

const ACR = '(password|otp|sms|eid(-(no|se|fi|dk))?)'

/** A value that is not free text: what it looks like, and that in words. */
type Rule = [pattern: RegExp, fix: string]

const ACR_VALUES: Rule = [
  RegExp(`^(otp-email|${ACR}( ${ACR})*)$`),
  "'otp-email', or some of password, otp, sms, eid, eid-…",
]
const MAX_AGE: Rule = [/^\d+(\.\d+)?$/, 'seconds, 0 or more']
const LOCALE: Rule = [/^(nb_NO|fi_FI|sv_SE|en_US)$/, 'nb_NO, fi_FI, sv_SE or en_US']
const PROMPT: Rule = [/^(select_account|login)$/, 'select_account or login']

/** Checks one value. Empty counts as not given: the positional form is full of empty strings. */
function text(name: string, value: unknown, [pattern, fix]: Rule | [] = []): string | undefined {
  if (value == null || value === '') return
  checkArgument(typeof value === 'string' && pattern?.test(value) !== false, name, value, fix ?? 'a string')
  return value
}

/**
 * The protocol's parameters for a login.
 *
 * @throws {SDKError} `argument-invalid`, naming the field and its value (of `state`, only its kind)
 */
export function loginQuery(options: LoginUrlOptions, clientId: string, defaultUri: string): QueryParameters {
  checkArgument(isRecord(options), 'options', options, 'an object with at least a state')
  // Each by its name: a member that is looked up by a name in a variable is several times slower.
  const { state, maxAge, oneStepLogin } = options
  if (typeof state !== 'string' || !state)
    throw new SDKError('argument-invalid', `state is ${kindOf(state)}: give an unguessable string.`)

  const redirectUri = text('redirectUri', options.redirectUri) ?? defaultUri
  // The instance's own was checked at construction.
  const isChecked = redirectUri === defaultUri || isHttpUrl(redirectUri)
  checkArgument(isChecked, 'redirectUri', redirectUri, HTTP_URL_FIX)
  checkArgument(typeof (oneStepLogin ?? true) === 'boolean', 'oneStepLogin', oneStepLogin, 'true or false')
  const acrValues = text('acrValues', options.acrValues, ACR_VALUES)
  const prompt = text('prompt', options.prompt, PROMPT) ?? 'select_account'

  return {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: text('scope', options.scope) ?? 'openid',
    state,
    acr_values: acrValues,
    login_hint: text('loginHint', options.loginHint),
    tag: text('tag', options.tag),
    teaser: text('teaser', options.teaser),
    max_age: text('maxAge', typeof maxAge === 'number' ? `${maxAge}` : maxAge, MAX_AGE),
    locale: text('locale', options.locale, LOCALE),
    one_step_login: oneStepLogin ? 'true' : '',
    // The acr decides what the user is prompted for.
    prompt: acrValues ? '' : prompt,
    x_domain_id: text('xDomainId', options.xDomainId),
    x_env_id: text('xEnvironmentId', options.xEnvironmentId),
    utm_campaign: text('originCampaign', options.originCampaign),
  }
}
