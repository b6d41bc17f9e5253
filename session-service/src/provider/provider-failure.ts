// Tells a provider that is down from one that refuses: whoever brings a wrong code must not set off the alert about the provider.

const NO_OAUTH_RESPONSE: ReadonlySet<unknown> = new Set([
  'OAUTH_TIMEOUT',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_PARSE_ERROR',
])

/** Whether the provider was not reached, or its response is not one of OAuth: a proxy's error page, for example. */
export function isProviderFailure(cause: unknown): boolean {
  const { code } = Object(cause)
  // `fetch` throws a TypeError without a code where nobody answers.
  return NO_OAUTH_RESPONSE.has(code) || (cause instanceof TypeError && code === undefined)
}
