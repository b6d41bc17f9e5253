// The rotation of the client secret at the provider. The provider accepts the old secret up to some moment, and the new one from then on. A
// code that was refused because of the secret is not used up (RFC 6749, section 5.2).

import * as oidc from 'openid-client'
import type { ProviderOptions } from '../options/provider-options.ts'
import { clientAuthentication } from './client-authentication.ts'

/** Makes a request with one secret after the other, until the provider accepts one. The next request begins with that one. */
export type TrySecrets = <T>(
  known: oidc.Configuration,
  ask: (configuration: oidc.Configuration) => Promise<T>,
) => Promise<T>

export function secretRotation(options: ProviderOptions): TrySecrets {
  const { clientId, clientSecret = [] } = options
  const others = typeof clientSecret === 'string' ? [] : clientSecret.slice(1)
  // Each configuration caches the keys that it has fetched.
  const configurations = new WeakMap<oidc.Configuration, readonly oidc.Configuration[]>()
  let current = 0

  function withSecret(known: oidc.Configuration, secret: string): oidc.Configuration {
    const authentication = clientAuthentication(options, secret)
    const other = new oidc.Configuration(known.serverMetadata(), clientId, secret, authentication)
    other.timeout = known.timeout
    other[oidc.customFetch] = known[oidc.customFetch] as oidc.CustomFetch
    oidc.enableNonRepudiationChecks(other)
    if (options.issuer.startsWith('http:')) oidc.allowInsecureRequests(other)
    return other
  }

  function allOf(known: oidc.Configuration): readonly oidc.Configuration[] {
    const all = configurations.get(known) ?? [known, ...others.map((secret) => withSecret(known, secret))]
    configurations.set(known, all)
    return all
  }

  return async (known, ask) => {
    const all = allOf(known)
    let refusal: unknown
    for (const index of new Set([current, ...all.keys()])) {
      try {
        const result = await ask(all[index] as oidc.Configuration)
        current = index
        return result
      } catch (cause) {
        if (!isSecretRefused(cause)) throw cause
        refusal = cause
      }
    }
    throw refusal
  }
}

/** Whether the provider has refused the client, and not the code. */
function isSecretRefused(cause: unknown): boolean {
  const { status, error } = cause as { status?: unknown; error?: unknown }
  return status === 401 || error === 'invalid_client'
}
