/**
 * Fetches by ofetch, which carries retries and error handling; the default of the full preset.
 * Sets the kernel's transport; hooks, storage, methods: none.
 */
import { createFetch, type FetchError } from 'ofetch'
import type { Plugin } from '../core/plugin.ts'
import { attempt, parseBody, resolveTransportOptions, type TransportOptions } from '../core/transport.ts'

const SERVER_ERRORS = { first: 500, count: 100 }

/**
 * JSON over ofetch, with a time-out, and another attempt after a network failure or a 5xx.
 *
 * @throws {SDKError} `option-invalid` for a number that is none, or negative
 * @example createIdentity(options, [ofetchTransport({ retries: 2 }), sessionCache()])
 */
export function ofetchTransport(options?: TransportOptions): Plugin {
  const { attemptTimeoutMs, totalTimeoutMs, retries } = resolveTransportOptions(options)
  return {
    name: 'transport',
    setup(kernel) {
      const { window } = kernel
      kernel.transport = async (url) => {
        const deadline = Date.now() + totalTimeoutMs
        // ofetch's own time-out ends with the headers and is not renewed for a retry, so each attempt brings its own.
        const fetch = async (): Promise<Response> => {
          const leftMs = deadline - Date.now()
          const [status, text] = await attempt(window, url, Math.min(attemptTimeoutMs, leftMs))
          return new window.Response(text || null, { status })
        }
        const { Headers, AbortController } = window
        try {
          const response = await createFetch({
            fetch: fetch as typeof window.fetch,
            Headers,
            AbortController,
          }).raw(url, {
            retry: retries,
            retryStatusCodes: Array.from({ length: SERVER_ERRORS.count }, (_, n) => SERVER_ERRORS.first + n),
            parseResponse: parseBody,
          })
          return { status: response.status, body: response._data }
        } catch (error) {
          const { status, data, cause } = error as FetchError
          if (status === undefined) throw cause
          return { status, body: data }
        }
      }
    },
  }
}
