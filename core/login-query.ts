/**
 * From LoginOptions to the parameters of the login URL: checks each value against section 2.2, in the order in which
 * the parameters are sent.
 */
import { checkArgument, HTTP_URL_FIX, isHttpUrl, isRecord, kindOf } from './checks.ts'
import { SDKError } from './errors.ts'
import type { LoginUrlOptions } from './types.ts'
import type { QueryParameters } from './urls.ts'

const ACR = '(password|otp|sms|eid(-(no|se|fi|dk))?)'

/** Values that are not free text: what they look like, and that in words. */
const ALLOWED: { [Name in keyof LoginUrlOptions]?: { pattern: RegExp; fix: string } } = {
  acrValues: {
    pattern: RegExp(`^(otp-email|${ACR}( ${ACR})*)$`),
    fix: "'otp-email', or some of password, otp, sms, eid, eid-…",
  },
  maxAge: { pattern: /^\d+(\.\d+)?$/, fix: 'seconds, 0 or more' },
  locale: { pattern: /^(nb_NO|fi_FI|sv_SE|en_US)$/, fix: 'nb_NO, fi_FI, sv_SE or en_US' },
  prompt: { pattern: /^(select_account|login)$/, fix: 'select_account or login' },
}

/**
 * The protocol's parameters for a login.
 *
 * @throws {SDKError} `argument-invalid`, naming the field and its value (of `state`, only its kind)
 */
export function loginQuery(options: LoginUrlOptions, clientId: string, defaultUri: string): QueryParameters {
  checkArgument(isRecord(options), 'options', options, 'an object with at least a state')
  const { state, oneStepLogin } = options
  if (typeof state !== 'string' || !state)
    throw new SDKError('argument-invalid', `state is ${kindOf(state)}: give an unguessable string.`)

  // Empty counts as not given: the positional form is full of empty strings.
  const text = (name: keyof LoginUrlOptions): string | undefined => {
    let value: unknown = options[name] ?? ''
    if (name === 'maxAge' && typeof value === 'number') value = `${value}`
    const rule = ALLOWED[name]
    const ok = typeof value === 'string' && (!value || !rule || rule.pattern.test(value))
    checkArgument(ok, name, value, rule?.fix ?? 'a string')
    return value as string
  }

  const redirectUri = text('redirectUri') || defaultUri
  // The instance's own was checked at construction.
  const isChecked = redirectUri === defaultUri || isHttpUrl(redirectUri)
  checkArgument(isChecked, 'redirectUri', redirectUri, HTTP_URL_FIX)
  checkArgument(typeof (oneStepLogin ?? true) === 'boolean', 'oneStepLogin', oneStepLogin, 'true or false')
  const acrValues = text('acrValues')
  const prompt = text('prompt') || 'select_account'

  return {
    client_id: clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: text('scope') || 'openid',
    state,
    acr_values: acrValues,
    login_hint: text('loginHint'),
    tag: text('tag'),
    teaser: text('teaser'),
    max_age: text('maxAge'),
    locale: text('locale'),
    one_step_login: oneStepLogin ? 'true' : '',
    // The acr decides what the user is prompted for.
    prompt: acrValues ? '' : prompt,
    x_domain_id: text('xDomainId'),
    x_env_id: text('xEnvironmentId'),
    utm_campaign: text('originCampaign'),
  }
}
