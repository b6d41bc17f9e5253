/**
 * Forwards the reader's consents in every login URL.
 * Hooks: url:build, and consents:request when it is given a reader. Storage, methods: none.
 */
import { checkFunctionOption } from '../core/checks.ts'
import { readConsents } from '../core/consents.ts'
import type { Plugin } from '../core/plugin.ts'
import type { ConsentReader } from '../core/types.ts'

/** Options of {@link consents}. */
export interface ConsentsOptions {
  /** Returns the current consents, at once. Without it, another plugin answers, such as consentManagement. */
  getConsents?: ConsentReader
}

/**
 * Appends the consents after the protocol's own parameters. A reader that throws, or returns anything but
 * URLSearchParams, counts as one that knows nothing. Section 2.8.
 *
 * @throws {SDKError} (at composition) `option-invalid` when `getConsents` is no function
 * @example createIdentity(options, [consents({ getConsents: () => new URLSearchParams({ gdpr: '0' }) })])
 */
export function consents({ getConsents }: ConsentsOptions = {}): Plugin {
  return {
    name: 'consents',
    setup(kernel) {
      checkFunctionOption('getConsents', getConsents)
      if (getConsents) {
        kernel.hook('consents:request', (request) => {
          try {
            request.params = getConsents()
          } catch {
            kernel.log('getConsents threw: consents are unavailable')
          }
        })
      }
      kernel.hook('url:build', (build) => {
        if (build.kind !== 'login') return
        for (const [name, value] of readConsents(kernel) ?? []) build.query.append(name, value)
      })
    },
  }
}
