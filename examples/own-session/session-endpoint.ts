/**
 * Asks an endpoint of the site's own for the session, in place of a session service.
 * Fetch step: between refresh and head. Hooks, storage: none. Methods: userChanged.
 */
import { definePlugin, type Plugin, type Session } from 'portico/core'

/** Options of {@link sessionEndpoint}. */
export interface SessionEndpointOptions {
  /** Address of the endpoint. */
  url: string
  /** Reads the endpoint's JSON: the session, or null when nobody is logged in. */
  read(body: unknown): Session | null
}

/** What the plugin contributes. */
export interface SessionEndpointApi {
  /** Asks anew, and tells the other tabs. Call it after a login and after a logout. */
  userChanged(): Promise<void>
}

/** How a session service says that nobody is logged in. It holds for five minutes. */
const NOBODY = { status: 400, body: { error: { code: 400 } } }

/**
 * Contributes `userChanged`, and asks the endpoint.
 *
 * @example createIdentity(options, [fetchTransport(), sessionEndpoint({ url: '/api/auth/get-session', read }), sessionCache()])
 */
export function sessionEndpoint({ url, read }: SessionEndpointOptions): Plugin<SessionEndpointApi> {
  return definePlugin({
    name: 'session-endpoint',
    requires: ['transport'],
    setup(kernel) {
      kernel.useFetch({ before: 'head' }, async (call, next) => {
        call.url = () => url
        const response = await next()
        // An error, or no JSON, says nothing about the reader.
        if (response.status >= 300 || response.body === undefined) return response
        const session = read(response.body)
        return session ? { ...response, body: session } : { ...response, ...NOBODY }
      })
      return {
        async userChanged() {
          kernel.clearSession()
          await kernel.hasSession().catch(() => {})
        },
      }
    },
  })
}
