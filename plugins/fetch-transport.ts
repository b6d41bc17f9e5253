/**
 * Fetches by the window's own fetch, for builds where each byte counts.
 * Sets the kernel's transport; hooks, storage, methods: none.
 */
import type { Plugin } from '../core/plugin.ts'
import { attempt, parseBody, resolveTransportOptions, type TransportOptions } from '../core/transport.ts'

/**
 * JSON over native fetch, with a time-out, and another attempt after a network failure or a 5xx.
 *
 * @throws {SDKError} `option-invalid` for a number that is none, or negative
 * @example createIdentity(options, [fetchTransport({ attemptTimeoutMs: 3000 }), sessionCache()])
 */
export function fetchTransport(options?: TransportOptions): Plugin {
  const { attemptTimeoutMs, totalTimeoutMs, retries } = resolveTransportOptions(options)
  return {
    name: 'transport',
    setup(kernel) {
      kernel.transport = async (url) => {
        const deadline = Date.now() + totalTimeoutMs
        for (let left = retries; ; left--) {
          const leftMs = deadline - Date.now()
          const last = left <= 0
          try {
            const [status, text] = await attempt(kernel.window, url, Math.min(attemptTimeoutMs, leftMs))
            if (last || status < 500) return { status, body: parseBody(text) }
          } catch (error) {
            if (last || Date.now() >= deadline) throw error
          }
        }
      }
    },
  }
}
