// What the provider publishes of itself: asked for at the first login, and again now and then.

import * as oidc from 'openid-client'
import type { ProviderOptions } from '../options/provider-options.ts'

const TIMEOUT_SECONDS = 8
const FRESH_MS = 3_600_000
/** After a failure, while an older document is known. */
const AGAIN_MS = 60_000

function clientAuthentication({ clientSecret, clientAuthentication: way }: ProviderOptions): oidc.ClientAuth {
  if (typeof way === 'function') return way
  if (clientSecret === undefined || way === 'none') return oidc.None()
  return way === 'post' ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret)
}

/** Gives the configuration. It rejects when the provider has never answered; an older one serves while it does not. */
export function configurationOf(options: ProviderOptions): () => Promise<oidc.Configuration> {
  const { issuer, clientId, clientSecret, fetch } = options
  const isPlain = issuer.startsWith('http:')
  let known: oidc.Configuration | undefined
  let freshUntil = 0
  let asking: Promise<oidc.Configuration> | undefined

  async function ask(): Promise<oidc.Configuration> {
    try {
      known = await oidc.discovery(new URL(issuer), clientId, clientSecret, clientAuthentication(options), {
        timeout: TIMEOUT_SECONDS,
        ...(fetch && { [oidc.customFetch]: fetch as oidc.CustomFetch }),
        // The signature of the ID token is checked, though it comes from the provider itself.
        execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
      })
      freshUntil = Date.now() + FRESH_MS
      return known
    } catch (cause) {
      freshUntil = Date.now() + AGAIN_MS
      throw cause
    } finally {
      asking = undefined
    }
  }

  return () => {
    if (known && Date.now() < freshUntil) return Promise.resolve(known)
    asking ??= ask()
    if (!known) return asking
    // The older one serves meanwhile.
    asking.catch(() => {})
    return Promise.resolve(known)
  }
}
