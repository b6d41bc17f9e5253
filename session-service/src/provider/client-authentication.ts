// The authentication of the service's client at the provider (RFC 6749, section 2.3.1).

import * as oidc from 'openid-client'
import type { ProviderOptions } from '../options/provider-options.ts'

/** A text as a form has it (URL standard, "application/x-www-form-urlencoded serializing"): letters, digits and `*-._` stay. */
const formEncoded = (text: string): string => new URLSearchParams({ '': text }).toString().slice(1)

/**
 * HTTP Basic. `openid-client` also encodes `-` and `_`, and many providers decode nothing. So these characters stay as they are.
 */
function basic(clientSecret: string): oidc.ClientAuth {
  return (_server, { client_id: clientId }, _body, headers) => {
    const credentials = `${formEncoded(clientId)}:${formEncoded(clientSecret)}`
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
}

/** @param clientSecret one of those of the options */
export function clientAuthentication(
  { clientAuthentication: method }: ProviderOptions,
  clientSecret: string | undefined,
): oidc.ClientAuth {
  if (typeof method === 'function') return method
  if (clientSecret === undefined || method === 'none') return oidc.None()
  return method === 'post' ? oidc.ClientSecretPost(clientSecret) : basic(clientSecret)
}
