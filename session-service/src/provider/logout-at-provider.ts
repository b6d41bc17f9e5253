// What a logout here does at the provider. The provider's session may go on: the next person at the browser would be logged in as the same
// reader, without a password.

import type { ServerMetadata } from 'openid-client'
import type { ProviderOptions } from '../options/provider-options.ts'
import { promptsOf } from './login-parameters.ts'

/**
 * `end-session-endpoint`: the provider ends its session, too. `logout-url`: the browser goes on to a page there, and the next login asks for
 * a password. `next-login-asks`: the provider's session goes on, and the next login asks. `next-login-does-not-ask`: nor does that.
 */
export type LogoutAtProvider =
  | 'end-session-endpoint'
  | 'logout-url'
  | 'next-login-asks'
  | 'next-login-does-not-ask'

export function logoutAtProvider(options: ProviderOptions, metadata: ServerMetadata): LogoutAtProvider {
  const { rpInitiatedLogout = true, logoutUrl } = options
  if (rpInitiatedLogout && metadata.end_session_endpoint !== undefined) return 'end-session-endpoint'
  if (rpInitiatedLogout && logoutUrl !== undefined) return 'logout-url'
  return promptsOf(options, metadata).includes('login') ? 'next-login-asks' : 'next-login-does-not-ask'
}
