/**
 * Fetches by ofetch, whose interceptors a page may use; the default of the full identity.
 * Sets the kernel's transport; hooks, storage, methods: none.
 */
import { createFetch, type FetchError } from 'ofetch'
import type { Plugin } from '../../core/plugin.ts'
import { createTransport, fetchLimited, parseBody, type TransportOptions } from './attempts.ts'

/** What an interceptor is given. */
export interface InterceptorContext {
  request: RequestInfo
  options: Omit<RequestInit, 'body'> & { headers: Headers }
  /** The answer; absent before it came. */
  response?: Response & { _data?: unknown }
  /** Why no answer came. */
  error?: Error
}

type Interceptor<Known extends keyof InterceptorContext = 'request'> = (
  context: InterceptorContext & Required<Pick<InterceptorContext, Known>>,
) => void | Promise<void>

type OneOrMore<Value> = Value | Value[]

/** ofetch's interceptors. In our own words: its declarations import from a package that it does not bring along. */
export interface Interceptors {
  onRequest?: OneOrMore<Interceptor>
  onRequestError?: OneOrMore<Interceptor<'error'>>
  onResponse?: OneOrMore<Interceptor<'response'>>
  onResponseError?: OneOrMore<Interceptor<'response'>>
}

/** Options of {@link ofetchTransport}. */
export interface OfetchTransportOptions extends TransportOptions {
  /**
   * ofetch's interceptors: `onRequest`, `onRequestError`, `onResponse`, `onResponseError`. Called for each attempt. A
   * header that one adds to the request costs a CORS preflight, which the service must allow.
   */
  interceptors?: Interceptors
}

/**
 * JSON over ofetch, with time-outs, and another attempt after a broken connection.
 *
 * @throws {SDKError} (at composition) `option-invalid` for a number that is none, or negative
 * @example
 * createIdentity(options, [
 *   ofetchTransport({ interceptors: { onResponse: ({ response }) => measure(response.status) } }),
 *   sessionCache(),
 * ])
 */
export function ofetchTransport({ interceptors, ...options }: OfetchTransportOptions = {}): Plugin {
  return {
    name: __DEV__ ? 'transport' : '',
    setup(kernel) {
      const fetch = async (url: string, init: RequestInit) => {
        const [response, text] = await fetchLimited(kernel, url, init)
        // Its body has been read, and ofetch reads it by this.
        return Object.assign(response, { text: async () => text })
      }
      const { raw } = createFetch({ fetch: fetch as typeof globalThis.fetch, Headers: kernel.window.Headers })
      kernel.transport = createTransport(kernel, options, async (url, init) => {
        try {
          // Attempts and time-outs are those that all transports share.
          const { status, _data } = await raw(url, {
            ...init,
            ...interceptors,
            retry: 0,
            parseResponse: parseBody,
          })
          return { status, body: _data }
        } catch (error) {
          const { status, data, cause, response } = error as FetchError
          if (!status) throw cause ?? error
          return { status, body: data, retryAfter: response?.headers.get('retry-after') ?? undefined }
        }
      })
    },
  }
}
