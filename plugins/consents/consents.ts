/**
 * Forwards the reader's consents in every login URL.
 * Hooks: url:build. Storage, methods: none.
 */
import { checkFunction } from '../../core/errors.ts'
import type { Plugin } from '../../core/kernel/plugin.ts'
import { appendConsents } from './append-consents.ts'

/**
 * Returns the current consents as query parameters, at once; empty or null when consent information is unavailable
 * (section 2.8). Called each time a login URL is created.
 */
export type ConsentReader = () => URLSearchParams | null

/** Options of {@link consents}. */
export interface ConsentsOptions {
  /** Returns the current consents, at once. Without it, consentManagement() reads them from the page's platform. */
  getConsents?: ConsentReader | undefined
}

/**
 * Appends the consents to login URLs, after the protocol's own parameters. When `getConsents` throws, or returns no parameters, no
 * consents are sent. Section 2.8.
 *
 * @throws {SDKError} (at composition) `option-invalid` when `getConsents` is no function
 * @example createIdentity(options, [consents({ getConsents: () => new URLSearchParams({ gdpr: '0' }) })])
 */
export function consents({ getConsents }: ConsentsOptions = {}): Plugin {
  return {
    name: 'consents',
    setup(kernel) {
      checkFunction(getConsents, 'getConsents')
      if (getConsents) appendConsents(kernel, getConsents)
    },
  }
}
