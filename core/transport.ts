/**
 * How one JSON GET is made, as the kernel sees it. A transport is a plugin, so that a minimal build pays for native fetch only.
 */

/** What a server answered, whatever the status. */
export interface TransportAnswer {
  /** HTTP status. */
  readonly status: number
  /** The parsed JSON; undefined when the body is no JSON, or too large to be an answer of ours. */
  readonly body: unknown
  /** The header `Retry-After`: across origins, only where the service exposes it. */
  readonly retryAfter?: string
}

/** A request that was made already, by a script in the page's head. */
export interface BegunRequest {
  readonly response: Promise<Response>
  /** Ends the request. */
  abort(reason: unknown): void
}

/**
 * Fetches JSON with the cookies of the target, and without headers that would cost a CORS preflight.
 * Resolves for every HTTP status; rejects when no answer came: `SDKError` `timeout`, or whatever the network gave.
 *
 * @param begun takes the place of the first attempt
 */
export type Transport = (url: string, begun?: BegunRequest) => Promise<TransportAnswer>
