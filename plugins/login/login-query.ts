/**
 * What a login URL says, and the protocol's names for it.
 */
import { checkArgument } from '../../core/errors.ts'
import { given } from '../../core/given.ts'
import type { ResolvedOptions } from '../../core/options.ts'
import type { Kernel } from '../../core/plugin.ts'
import { type QueryParameters, returnUri } from '../../core/urls.ts'

/** A page language of the account service (section 2.2). */
export type Locale = 'nb_NO' | 'fi_FI' | 'sv_SE' | 'en_US'

/** What a login URL is made of (section 2.2). Empty values count as not given. */
export interface LoginUrlOptions {
  /** Opaque value that comes back with the code. Unguessable, it protects against CSRF. A secret. */
  state: string
  /**
   * How the user must authenticate: `otp-email` alone, or any of `password`, `otp`, `sms`, `eid`, `eid-no`,
   * `eid-se`, `eid-fi`, `eid-dk` separated by single spaces. Verify it by the AMR claim of the ID token.
   */
  acrValues?: string
  /** Space-separated OAuth scopes. @default 'openid' */
  scope?: string
  /** Receives the code; must exactly match a registered redirect URI. @default the instance's `redirectUri` */
  redirectUri?: string
  /** E-mail address or UUID of the user expected. */
  loginHint?: string
  /** Analytics tag. */
  tag?: string
  /** Slug of the teaser that replaces the default one. */
  teaser?: string
  /** Seconds that may have passed since the user last authenticated (OpenID Connect Core 3.1.2.1). */
  maxAge?: number | string
  /** Overrides the locale of the client. */
  locale?: Locale
  /** Ask for user name and password on one screen. @default false */
  oneStepLogin?: boolean
  /** What the user is asked for; left out when `acrValues` is given. @default 'select_account' */
  prompt?: 'select_account' | 'login'
  /** Identifier for cross-domain tracking. */
  xDomainId?: string
  /** Environment for cross-domain tracking. */
  xEnvironmentId?: string
  /** Campaign that led the user here. */
  originCampaign?: string
}

// Single spaces between: each value begins where a word does, after a space or at the start.
const ACR_VALUES = /^(otp-email|(\b ?(password|otp|sms|eid(-(no|se|fi|dk))?))+)$/

/** What the values that are no free text may be, in words. */
const WANTED: Record<string, string> = {
  acrValues: 'otp-email, or some of password, otp, sms, eid, eid-no, eid-se, eid-fi, eid-dk',
  locale: 'nb_NO, fi_FI, sv_SE or en_US',
  maxAge: 'seconds, 0 or more',
  prompt: 'select_account or login',
}

/** Checks a value that is not free text. Empty counts as not given: the positional form is full of empty strings. */
function matching(pattern: RegExp, name: string, value: string | number | undefined): string {
  const text = `${value ?? ''}`
  checkArgument(!text || pattern.test(text), __DEV__ ? given(name, value, `${WANTED[name]}`) : `${name} ${text}`)
  return text
}

/** The protocol's parameters for a login, in the order in which they are sent (section 2.2). */
function loginQuery(options: LoginUrlOptions, instance: ResolvedOptions): QueryParameters {
  const { state, acrValues } = options ?? {}
  checkArgument(
    typeof state === 'string' && state,
    __DEV__ ? 'state is no text that nobody can guess, such as crypto.randomUUID()' : 'state',
  )
  const prompt = matching(/^(select_account|login)$/, 'prompt', options.prompt)
  return {
    client_id: instance.clientId,
    redirect_uri: returnUri(instance, options.redirectUri),
    scope: options.scope || 'openid',
    state,
    acr_values: matching(ACR_VALUES, 'acrValues', acrValues),
    login_hint: options.loginHint,
    tag: options.tag,
    teaser: options.teaser,
    max_age: matching(/^\d+(\.\d+)?$/, 'maxAge', options.maxAge),
    locale: matching(/^(nb_NO|fi_FI|sv_SE|en_US)$/, 'locale', options.locale),
    one_step_login: `${options.oneStepLogin}` === 'true' ? 'true' : '',
    // The acr decides what the user is prompted for.
    prompt: acrValues ? '' : prompt || 'select_account',
    x_domain_id: options.xDomainId,
    x_env_id: options.xEnvironmentId,
    utm_campaign: options.originCampaign,
  }
}

/**
 * Makes the function that builds the URL of the login page, as `kernel.buildUrl` does, and faster: a page may have one on each
 * of its links. To encode takes longer than all the rest, so a value is encoded when it is another than the last time; and
 * what was written is parsed only for a plugin that looks at it.
 */
export function createLoginUrl(kernel: Kernel): (options: LoginUrlOptions) => string {
  const written: Record<string, [value: string, text: string]> = {}
  return (options) => {
    const parameters = loginQuery(options, kernel.options)
    let text = 'response_type=code'
    for (const name of Object.keys(parameters)) {
      const raw = parameters[name]
      if (!raw && raw !== 0) continue
      // Compare text: an object may be the same as the last time, with another content.
      const value = `${raw}`
      if (written[name]?.[0] !== value)
        written[name] = [
          value,
          // Letters and digits stay as they are, whoever encodes.
          `&${/[^\w.*-]/.test(value) ? new URLSearchParams({ [name]: value }) : `${name}=${value}`}`,
        ]
      text += written[name][1]
    }
    let query: URLSearchParams | undefined
    kernel.callSync('url:build', {
      kind: 'login',
      get query() {
        query ??= new URLSearchParams(text)
        return query
      },
    })
    return `${kernel.options.accountUrl}/oauth/authorize?${query ?? text}`
  }
}
