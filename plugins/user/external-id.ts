/**
 * A user's identifier for an outside party. It is bound to the publisher and to the party, and tells the party nothing about the user.
 * Hooks, storage: none. Methods: getExternalId.
 */
import { check, checkArgument, expected, SDKError } from '../../core/errors.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import type { BrowserWindow } from '../../core/options.ts'

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
 * The externalId of a pairwise identifier.
 *
 * @throws {SDKError} (rejects) `crypto-unavailable` where the page is no secure context
 */
export async function externalIdOf(
  window: BrowserWindow,
  ...parts: readonly (string | null | undefined)[]
): Promise<string> {
  try {
    const text = new window.TextEncoder().encode(parts.filter(Boolean).join(':'))
    const digest = new Uint8Array(await window.crypto.subtle.digest('SHA-256', text))
    return digest.reduce((hex, byte) => hex + (0x100 + byte).toString(16).slice(1), '')
  } catch (cause) {
    throw SDKError.from(cause, 'crypto-unavailable')
  }
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
          checkArgument(
            typeof externalParty === 'string' && externalParty,
            __DEV__ ? expected('externalParty', externalParty, 'the name of the outside party') : 'externalParty',
          )
          const { pairId } = await kernel.hasSession()
          check(pairId, 'identifier-missing', 'pairId')
          const id = await externalIdOf(kernel.window, pairId, externalParty, optionalSuffix)
          kernel.throwIfDisposed()
          return id
        },
      }
    },
  }
}
