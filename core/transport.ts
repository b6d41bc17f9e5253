/**
 * How one JSON GET is made, as the kernel sees it. A transport is a plugin, named `transport`, so that a minimal build
 * pays for native fetch only.
 */

/** What a server answered, whatever the status. */
export interface TransportAnswer {
  /** HTTP status. */
  status: number
  /** The parsed JSON; undefined when the body was none, or too large to be an answer of ours. */
  body: unknown
}

/**
 * Fetches JSON with the cookies of the target, and without headers that would cost a CORS preflight.
 * Resolves for every HTTP status; rejects when no answer came: `SDKError` `timeout`, or whatever the network gave.
 */
export type Transport = (url: string) => Promise<TransportAnswer>
