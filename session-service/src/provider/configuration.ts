// The discovery document of the provider: fetched at the first login, and again every half hour.

import * as oidc from 'openid-client'
import type { ProviderOptions } from '../options/provider-options.ts'
import { allOf } from '../options/secret.ts'
import { boundedFetch } from './bounded-fetch.ts'
import { clientAuthentication } from './client-authentication.ts'
import { discoveryFetch } from './discovery-fetch.ts'

const TIMEOUT_SECONDS = 8
const HOUR_MS = 3_600_000
/** Twice within the hour for which a provider counts as reachable. */
const FRESH_MS = HOUR_MS / 2
/** When to fetch again after a failure, while an older document is known. */
const RETRY_MS = 60_000

/** The document names another issuer than the options do. Ids of readers would follow from the wrong issuer, and change with it. */
class IssuerMismatch extends Error {
  readonly code = 'issuer-mismatch'
}

/** What is known of the provider. */
export interface ProviderConfiguration {
  /** Rejects while no document has been read. An older one counts while the provider does not respond. */
  get(): Promise<oidc.Configuration>
  /** Whether the provider has responded in the last hour. */
  isReachable(): Promise<boolean>
}

/**
 * @param onDiscovered is called with each document that was read
 * @param onFailed is called each time that the document could not be read
 */
export function configurationOf(
  options: ProviderOptions,
  onDiscovered: (metadata: oidc.ServerMetadata) => void,
  onFailed: (cause: unknown) => void,
): ProviderConfiguration {
  const { issuer, discoveryUrl, clientId } = options
  const [clientSecret] = allOf(options.clientSecret ?? [])
  const fetch = boundedFetch(options.fetch) as oidc.CustomFetch
  const isPlain = issuer.startsWith('http:')
  let known: oidc.Configuration | undefined
  let respondedAt = 0
  let dueAt = 0
  let pending: Promise<oidc.Configuration> | undefined

  async function fetchDocument(): Promise<oidc.Configuration> {
    try {
      const found = await oidc.discovery(
        new URL(issuer),
        clientId,
        clientSecret,
        clientAuthentication(options, clientSecret),
        {
          timeout: TIMEOUT_SECONDS,
          [oidc.customFetch]: discoveryFetch(fetch, discoveryUrl),
          // The signature of the ID token is checked, though it comes from the provider itself.
          execute: [oidc.enableNonRepudiationChecks, ...(isPlain ? [oidc.allowInsecureRequests] : [])],
        },
      )
      found[oidc.customFetch] = fetch
      if (found.serverMetadata().issuer !== issuer) throw new IssuerMismatch()
      known = found
      onDiscovered(found.serverMetadata())
      respondedAt = Date.now()
      dueAt = respondedAt + FRESH_MS
      return known
    } catch (cause) {
      dueAt = Date.now() + RETRY_MS
      onFailed(cause)
      throw cause
    } finally {
      pending = undefined
    }
  }

  /** Fetches the document when it is due. Nobody waits for it while an older one is known. */
  function refresh(): Promise<oidc.Configuration> {
    if (known && Date.now() < dueAt) return Promise.resolve(known)
    pending ??= fetchDocument()
    if (!known) return pending
    pending.catch(() => {})
    return Promise.resolve(known)
  }

  return {
    get: refresh,
    async isReachable() {
      await refresh()
      // There may have been no login for an hour: wait for the fetch that has just begun.
      if (Date.now() - respondedAt >= HOUR_MS) await pending
      return Date.now() - respondedAt < HOUR_MS
    },
  }
}
