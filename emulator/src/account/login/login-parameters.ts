// Which query parameters of a login URL mean something to the account service. What is left over is consents:
// their names are those of whatever consent management the publisher uses.

/** Parameters of a login URL beyond those of OpenID Connect. */
export const LOGIN_PARAMETERS: readonly string[] = [
  'locale',
  'tag',
  'teaser',
  'one_step_login',
  'x_domain_id',
  'x_env_id',
  'utm_campaign',
]

const STANDARD_PARAMETERS = [
  'client_id',
  'response_type',
  'response_mode',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'acr_values',
  'login_hint',
  'max_age',
  'prompt',
  'ui_locales',
  'display',
  'id_token_hint',
  'claims',
  'claims_locales',
  'code_challenge',
  'code_challenge_method',
]

const SHOWN = ['locale', 'tag', 'utm_campaign', 'x_domain_id', 'x_env_id']

type Pair = readonly [name: string, value: string]

/** The consents in a login URL's query. */
export function consentsIn(query: URLSearchParams): Pair[] {
  const known = new Set([...LOGIN_PARAMETERS, ...STANDARD_PARAMETERS])
  return [...query].filter(([name]) => !known.has(name))
}

/** What the site sent along for its statistics. */
export function trackingIn(query: URLSearchParams): Pair[] {
  return [...query].filter(([name]) => SHOWN.includes(name))
}
