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

const SHOWN = ['locale', 'tag', 'utm_campaign', 'x_domain_id', 'x_env_id']

type Pair = readonly [name: string, value: string]

/** The consents in a login URL's query: all that the provider does not know. @param known the parameters that it has kept */
export function consentsIn(query: URLSearchParams, known: object): Pair[] {
  return [...query].filter(([name]) => !Object.hasOwn(known, name))
}

/** What the site sent along for its statistics. */
export function trackingIn(query: URLSearchParams): Pair[] {
  return [...query].filter(([name]) => SHOWN.includes(name))
}
