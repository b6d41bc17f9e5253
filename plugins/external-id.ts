/**
 * A user's identifier for an outside party: bound to the merchant and to the party, and telling neither who the user is.
 * Hooks, storage: none. Methods: getExternalId.
 */
import { checkArgument } from '../core/checks.ts'
import { SDKError } from '../core/errors.ts'
import type { Plugin } from '../core/plugin.ts'

/** What the plugin contributes (sections 2.9 and 4.1). */
export interface ExternalIdApi {
  /**
   * The externalId of the user: lower-case hex SHA-256, 64 characters. Calls `hasSession`.
   *
   * @param externalParty name of the outside party
   * @param optionalSuffix tells several ids for one party apart
   * @throws {SDKError} (rejects) `argument-invalid` without `externalParty`, `identifier-missing` when the session has
   * no pairId, `crypto-unavailable` where the page is no secure context, or whatever `hasSession` rejects with
   */
  getExternalId(externalParty: string, optionalSuffix?: string | null): Promise<string>
}

/**
 * Contributes `getExternalId`.
 *
 * @example const id = await createIdentity(options, [fetchTransport(), externalId()]).getExternalId('survey-firm')
 */
export function externalId(): Plugin<ExternalIdApi> {
  return {
    name: 'external-id',
    setup(kernel) {
      return {
        async getExternalId(externalParty, optionalSuffix) {
          const named = typeof externalParty === 'string' && externalParty
          checkArgument(named, 'externalParty', externalParty, 'the name of the outside party')
          const suffix = optionalSuffix ?? ''
          checkArgument(typeof suffix === 'string', 'optionalSuffix', suffix, 'a string, or leave it out')
          const { pairId } = await kernel.hasSession()
          if (!pairId) throw new SDKError('identifier-missing', 'The session has no pairId.')
          const parts = [pairId, externalParty, ...(suffix ? [suffix] : [])]
          try {
            const { crypto, TextEncoder } = kernel.window
            const text = new TextEncoder().encode(parts.join(':'))
            const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
            return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
          } catch (cause) {
            throw new SDKError('crypto-unavailable', 'No WebCrypto: serve the page over https.', { cause })
          }
        },
      }
    },
  }
}
