// Which parameters the request list may show with their values: those that are known to hold nothing secret. All others
// are named, so that a reader sees that they came.

const HARMLESS = new Set([
  'client_id',
  'client_sdrn',
  'response_type',
  'grant_type',
  'scope',
  'acr_values',
  'prompt',
  'locale',
  'max_age',
  'one_step_login',
  'teaser',
  'sdk_version',
  'redirect_uri',
  'code_challenge_method',
  'token_type_hint',
  'encoding',
  'error',
  'devtools_id',
])

/** What stands in the place of a value that is not shown. */
export const HIDDEN = '…'

/** The value, where it may be shown. An address may hold anything in its query, and before its host. */
export function shownValue(name: string, value: string): string {
  return HARMLESS.has(name) && !/[?@]/.test(value) ? value : HIDDEN
}

/** The name, where it looks like one; what somebody sends in the place of a name may be a secret. */
export function shownName(name: string): string {
  return /^[a-z][\w.-]{0,30}$/i.test(name) ? name : HIDDEN
}
