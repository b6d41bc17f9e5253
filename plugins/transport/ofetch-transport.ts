/**
 * Fetches by ofetch, whose interceptors a page may use. The default import composes it.
 * Sets the kernel's transport. Hooks, storage, methods: none.
 */
import { createFetch, type FetchError } from 'ofetch'
import type { BrowserWindow } from '../../core/options.ts'
import type { Plugin } from '../../core/plugin.ts'
import { createTransport, type TransportOptions } from './attempts.ts'
import { parseBody, retryAfterOf, statusOf, textOf } from './response.ts'

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

/** ofetch's interceptors. Declared here, since ofetch's own declarations import a package that it does not install. */
export interface Interceptors {
  onRequest?: OneOrMore<Interceptor> | undefined
  onRequestError?: OneOrMore<Interceptor<'error'>> | undefined
  onResponse?: OneOrMore<Interceptor<'response'>> | undefined
  onResponseError?: OneOrMore<Interceptor<'response'>> | undefined
}

/** Options of {@link ofetchTransport}. */
export interface OfetchTransportOptions extends TransportOptions {
  /**
   * ofetch's interceptors: `onRequest`, `onRequestError`, `onResponse`, `onResponseError`. Called for each attempt. A
   * header that one adds to the request costs a CORS preflight, which the service must allow.
   */
  interceptors?: Interceptors | undefined
}

/**
 * Prepares a response for ofetch. Its body has been read: ofetch takes the text from here, and looks for a body at
 * `_bodyInit` where there is no stream. What stands in for a response is left as it is: a test may give it again.
 */
function forOfetch({ Response }: BrowserWindow, response: Response, text: string): Response {
  const read = { text: async () => text, _bodyInit: text }
  const isNative = response.body?.getReader || (Response && response instanceof Response)
  // The browser's own getters work only on the browser's own objects.
  if (isNative && Object.isExtensible(response)) return Object.assign(response, read)
  const { headers, statusText } = response
  return Object.setPrototypeOf({ ...read, body: null, headers, status: statusOf(response), statusText }, response)
}

/**
 * JSON over ofetch, with time-outs, and another attempt after a broken connection.
 *
 * @throws {SDKError} (at composition, in development) `option-invalid` for an option that is not a number, or negative
 * @example
 * createIdentity(options, [
 *   ofetchTransport({ interceptors: { onResponse: ({ response }) => measure(response.status) } }),
 *   sessionCache(),
 * ])
 */
export function ofetchTransport({ interceptors, ...options }: OfetchTransportOptions = {}): Plugin {
  return {
    name: 'transport',
    setup(kernel) {
      kernel.transport = createTransport(kernel, options, async (url, init, begun) => {
        const fetch = async (request: RequestInfo | URL, given?: RequestInit) => {
          // By name and value: polyfills over XMLHttpRequest take each member of a Headers for a header.
          const headers = Object.fromEntries(given?.headers as Headers)
          const response = await (begun?.response ?? kernel.window.fetch(request, { ...given, headers }))
          return forOfetch(kernel.window, response, await textOf(response))
        }
        const { raw } = createFetch({ fetch, Headers: kernel.window.Headers })
        // Attempts and time-outs are those that all transports share.
        const request = raw(url, { ...init, ...interceptors, retry: 0, parseResponse: parseBody })
        const response = await request.catch((error: FetchError) => {
          // An answer with a status of failure is an answer as well.
          if (error.response) return error.response
          throw error.cause ?? error
        })
        return { status: response.status, body: response._data, retryAfter: retryAfterOf(response) }
      })
    },
  }
}
