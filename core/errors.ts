/**
 * The one error type of the library. Code branches on `reason`; people read the message.
 * Neither ever holds a secret (state, token, cookie, signature) or a copy of what a server sent.
 */

/**
 * Why an {@link SDKError} was thrown. Stable: a reason is never renamed within a major version.
 *
 * | reason | when |
 * |---|---|
 * | `option-invalid` | an option of the constructor or of a plugin is wrong |
 * | `argument-invalid` | an argument of a method is wrong |
 * | `plugin-conflict` | two plugins of one name, or two that contribute the same method |
 * | `plugin-missing` | a plugin, or the transport, that something needs was not composed |
 * | `plugin-failed` | a plugin threw while it was set up, or from a hook |
 * | `disposed` | the session was asked for after `dispose()` |
 * | `session-missing` | the session service knows no session for this browser (400) |
 * | `session-refused` | the session service answered with a failure (4xx) or an `error` body |
 * | `session-unreachable` | no answer came, or the service failed (5xx) |
 * | `session-malformed` | the answer is not what a session service sends |
 * | `timeout` | the service accepted the call and did not answer in time |
 * | `not-connected` | the user is not connected to this merchant |
 * | `identifier-missing` | the session lacks the identifier that was asked for |
 * | `session-refreshing` | the page is on its way to refresh the session cookie |
 * | `refresh-failed` | refreshing the session cookie did not help, or is not possible here |
 * | `redirect-refused` | the session service wanted to send the browser to another origin |
 * | `callback-failed` | a function of the page, called by the library, threw |
 * | `crypto-unavailable` | the browser has no WebCrypto here: the page is no secure context |
 * | `widget-unavailable` | the simplified login widget cannot be shown |
 */
export type SDKErrorReason =
  | 'option-invalid'
  | 'argument-invalid'
  | 'plugin-conflict'
  | 'plugin-missing'
  | 'plugin-failed'
  | 'disposed'
  | 'session-missing'
  | 'session-refused'
  | 'session-unreachable'
  | 'session-malformed'
  | 'timeout'
  | 'not-connected'
  | 'identifier-missing'
  | 'session-refreshing'
  | 'refresh-failed'
  | 'redirect-refused'
  | 'callback-failed'
  | 'crypto-unavailable'
  | 'widget-unavailable'

/** What an {@link SDKError} may carry besides its reason and message. */
export interface SDKErrorDetails {
  /** HTTP status, or the numeric code in the body of a failure. */
  code?: number
  /** The server's name for the kind of failure. */
  type?: string
  /** What was caught. */
  cause?: unknown
}

/** Every error this library throws, rejects with, or emits as `error`. */
export class SDKError extends Error {
  /** Always `'SDKError'`, also in a minified build. */
  override readonly name: string = 'SDKError'
  /** Why; for code to branch on. */
  readonly reason: SDKErrorReason
  /** HTTP status, or the numeric code in the body of a failure; absent when no server answered. */
  readonly code: number | undefined
  /** The server's name for the kind of failure, such as `LoginException`. */
  readonly type: string | undefined

  constructor(reason: SDKErrorReason, message: string, details?: SDKErrorDetails) {
    super(message, details)
    this.reason = reason
    this.code = details?.code
    this.type = details?.type
  }

  /**
   * Tells an SDKError from anything else, also one that another bundle or another realm (an iframe) made,
   * where `instanceof` fails.
   */
  static is(value: unknown): value is SDKError {
    const error = value as SDKError | null | undefined
    return error?.name === 'SDKError' && typeof error.reason === 'string'
  }
}

/** What a plugin threw, as an error of ours: one that is ours already stays as it is. */
export function pluginFailure(cause: unknown, where: string): SDKError {
  return SDKError.is(cause)
    ? cause
    : new SDKError('plugin-failed', `A plugin threw from ${where}.`, { cause })
}
