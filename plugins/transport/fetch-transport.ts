/**
 * Fetches by the window's own fetch, for builds where each byte counts.
 * Sets the kernel's transport. Hooks, storage, methods: none.
 */
import type { Plugin } from '../../core/plugin.ts'
import { createTransport, type TransportOptions } from './attempts.ts'
import { readResponse } from './response.ts'

/**
 * JSON over native fetch, with time-outs, and another attempt after a broken connection.
 *
 * @throws {SDKError} (at composition, in development) `option-invalid` for an option that is not a number, or negative
 * @example createIdentity(options, [fetchTransport({ attemptTimeoutMs: 3000 }), sessionCache()])
 */
export function fetchTransport(options?: TransportOptions): Plugin {
  return {
    name: 'transport',
    setup(kernel) {
      kernel.transport = createTransport(kernel, options, async (url, init, begun) =>
        readResponse(await (begun?.response ?? kernel.window.fetch(url, init))),
      )
    },
  }
}
