// What the provider publishes of itself: asked for at the first login, and again now and then.

import * as oidc from 'openid-client'
import type { ProviderOptions } from '../options/provider-options.ts'
import { allOf } from '../options/secret.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { clientAuthentication } from './client-authentication.ts'
import { documentFetch } from './document-fetch.ts'

const TIMEOUT_SECONDS = 8
const HOUR_MS = 3_600_000
/** Twice within the hour for which a provider counts as there. */
const FRESH_MS = HOUR_MS / 2
/** After a failure, while an older document is known. */
const AGAIN_MS = 60_000

/** The provider names itself otherwise than the options do. Ids of readers would follow from a wrong name, and change with it. */
class IssuerDiffers extends Error {
  readonly code = 'issuer-differs'
}

/** What is known of the provider. */
export interface KnownConfiguration {
  /** Rejects when the provider has never answered. An older configuration serves while it does not. */
  get(): Promise<oidc.Configuration>
  /** Whether the provider has answered in the last hour. */
  hasAnswered(): Promise<boolean>
}

/**
 * @param tellFound is called with each document that comes
 * @param tellFailure is called each time that the provider does not answer
 */
export function configurationOf(
  options: ProviderOptions,
  tellFound: (metadata: oidc.ServerMetadata) => void,
  tellFailure: (cause: unknown) => void,
): KnownConfiguration {
  const { issuer, discoveryUrl, clientId } = options
  const [clientSecret] = allOf(options.clientSecret ?? [])
  const fetch = boundedFetch(options.fetch) as oidc.CustomFetch
  const isPlain = issuer.startsWith('http:')
  let known: oidc.Configuration | undefined
  let answeredAt = 0
  let askAgainAt = 0
  let asking: Promise<oidc.Configuration> | undefined

  async function ask(): Promise<oidc.Configuration> {
    try {
      const found = await oidc.discovery(
        new URL(issuer),
        clientId,
        clientSecret,
        clientAuthentication(options, clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          [oidc.customFetch]: documentFetch(fetch, discoveryUrl),
          // The signature of the ID token is checked, though it comes from the provider itself.
          execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
        },
      )
      found[oidc.customFetch] = fetch
      if (found.serverMetadata().issuer !== issuer) throw new IssuerDiffers()
      known = found
      tellFound(found.serverMetadata())
      answeredAt = Date.now()
      askAgainAt = answeredAt + FRESH_MS
      return known
    } catch (cause) {
      askAgainAt = Date.now() + AGAIN_MS
      tellFailure(cause)
      throw cause
    } finally {
      asking = undefined
    }
  }

  /** Asks the provider, where it is time for that. What it answers is not waited for while an older answer is known. */
  function refresh(): Promise<oidc.Configuration> {
    if (known && Date.now() < askAgainAt) return Promise.resolve(known)
    asking ??= ask()
    if (!known) return asking
    asking.catch(() => {})
    return Promise.resolve(known)
  }

  return {
    get: refresh,
    async hasAnswered() {
      await refresh()
      // Nobody may have asked for an hour: what is on its way tells.
      if (Date.now() - answeredAt >= HOUR_MS) await asking
      return Date.now() - answeredAt < HOUR_MS
    },
  }
}
