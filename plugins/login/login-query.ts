/**
 * The parameters of a login URL: their checks, and the protocol's names for them.
 */
import { checkArgument, expected } from '../../core/errors.ts'
import { A_RETURN_URI, type ResolvedOptions } from '../../core/options.ts'
import { type QueryParameters, returnUri } from '../../core/urls.ts'
import { STATE_MISSING } from '../shared/state-missing.ts'

/** A page language of the account services of section 2.2. Another environment may have others. */
export type Locale = 'nb_NO' | 'fi_FI' | 'sv_SE' | 'en_US'

/** What goes into a login URL (section 2.2). Empty values count as absent. */
export interface LoginUrlOptions {
  /** Opaque value that comes back with the code. It protects against CSRF when nobody can guess it. A secret. */
  state: string
  /**
   * How the user must authenticate: `otp-email` by itself, or any of `password`, `otp`, `sms`, `eid`, `eid-no`,
   * `eid-se`, `eid-fi`, `eid-dk`, separated by single spaces; or the values that the environment names. Verify it by the AMR claim of
   * the ID token.
   */
  acrValues?: string | undefined
  /** Space-separated OAuth scopes. @default 'openid' */
  scope?: string | undefined
  /** Receives the code; must exactly match a registered redirect URI. @default the instance's `redirectUri` */
  redirectUri?: string | undefined
  /** E-mail address or UUID of the expected user. */
  loginHint?: string | undefined
  /** Analytics tag. */
  tag?: string | undefined
  /** Slug of the teaser that replaces the default one. */
  teaser?: string | undefined
  /** Seconds that may have passed since the user last authenticated (OpenID Connect Core 3.1.2.1). */
  maxAge?: number | string | undefined
  /** Overrides the locale of the client. */
  locale?: Locale | (string & {}) | undefined
  /** Ask for user name and password on one screen. @default false */
  oneStepLogin?: boolean | undefined
  /**
   * What the user is asked for; left out when `acrValues` is given. With `none` nobody is asked: the service sends the browser back with
   * the error `login_required` if a login needs more. `create` is a registration. @default that of the environment, or 'select_account'
   */
  prompt?: 'select_account' | 'login' | 'none' | 'create' | 'consent' | undefined
  /** Identifier for cross-domain tracking. */
  xDomainId?: string | undefined
  /** Environment for cross-domain tracking. */
  xEnvironmentId?: string | undefined
  /** Campaign that led the user here: `utm_campaign` (UTM) of the login URL. */
  originCampaign?: string | undefined
}

/** Which `acrValues` there are. Single spaces separate them: each begins at a word boundary, after a space or at the start. */
export const ACR_VALUES: RegExp = /^(otp-email|(\b ?(password|otp|sms|eid(-(no|se|fi|dk))?))+)$/

const LOCALES = /^(nb_NO|fi_FI|sv_SE|en_US)$/
const PROMPTS = /^(select_account|login|none|create|consent)$/

/** What a value may be that is not free text, in words. */
const WANTED: Record<'acrValues' | 'locale' | 'maxAge' | 'prompt', string> = {
  acrValues: 'otp-email, or some of password, otp, sms, eid, eid-no, eid-se, eid-fi, eid-dk',
  locale: 'nb_NO, fi_FI, sv_SE or en_US',
  maxAge: 'seconds, 0 or more',
  prompt: 'select_account, login, none, create or consent',
}

/**
 * Checks a value that is not free text. Empty counts as absent: the positional form is full of empty strings.
 *
 * @param known the words that the environment takes in place of the pattern
 */
function matching(
  pattern: RegExp,
  name: keyof typeof WANTED,
  value: string | number | undefined,
  known?: readonly string[],
): string {
  const text = `${value ?? ''}`
  const isRight = !text || (known ? text.split(' ').every((word) => known.includes(word)) : pattern.test(text))
  checkArgument(
    isRight,
    __DEV__
      ? expected(name, value, known ? known.join(', ') || 'none: the environment names none' : WANTED[name])
      : `${name} ${text}`,
  )
  return text
}

/** The protocol's parameters for a login, in the order in which they are sent (section 2.2). */
export function loginQuery(asked: LoginUrlOptions, instance: ResolvedOptions): QueryParameters {
  // Nothing given is a login without a state.
  const options: LoginUrlOptions = { ...asked }
  const { state, acrValues } = options
  const { env } = instance
  checkArgument(typeof state === 'string' && state, __DEV__ ? STATE_MISSING : 'state')
  if (__DEV__)
    checkArgument(options.redirectUri || instance.redirectUri, expected('redirectUri', undefined, A_RETURN_URI))
  const prompt = matching(PROMPTS, 'prompt', options.prompt)
  return {
    response_type: 'code',
    client_id: instance.clientId,
    redirect_uri: returnUri(instance, options.redirectUri),
    scope: options.scope || 'openid',
    state,
    acr_values: matching(ACR_VALUES, 'acrValues', acrValues, env.acrValues),
    login_hint: options.loginHint,
    tag: options.tag,
    teaser: options.teaser,
    max_age: __DEV__ ? matching(/^\d+(\.\d+)?$/, 'maxAge', options.maxAge) : options.maxAge,
    locale: matching(LOCALES, 'locale', options.locale, env.locales),
    one_step_login: `${options.oneStepLogin}` === 'true' ? 'true' : '',
    // The account service decides by the acr what it asks the user.
    prompt: acrValues ? '' : prompt || (env.prompt ?? 'select_account'),
    x_domain_id: options.xDomainId,
    x_env_id: options.xEnvironmentId,
    utm_campaign: options.originCampaign,
  }
}
