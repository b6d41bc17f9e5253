/**
 * Fetches by the window's own fetch, for builds where each byte counts.
 * Sets the kernel's transport; hooks, storage, methods: none.
 */

import type { Plugin } from '../../core/plugin.ts'
import { createTransport, fetchLimited, parseBody, type TransportOptions } from './attempts.ts'

/**
 * JSON over native fetch, with time-outs, and another attempt after a broken connection.
 *
 * @throws {SDKError} (at composition) `option-invalid` for a number that is none, or negative
 * @example createIdentity(options, [fetchTransport({ attemptTimeoutMs: 3000 }), sessionCache()])
 */
export function fetchTransport(options?: TransportOptions): Plugin {
  return {
    name: __DEV__ ? 'transport' : '',
    setup(kernel) {
      kernel.transport = createTransport(kernel, options, async (url, init) => {
        const [response, text] = await fetchLimited(kernel, url, init)
        return {
          status: response.status,
          body: parseBody(text),
          retryAfter: response.headers?.get('retry-after') ?? undefined,
        }
      })
    },
  }
}
