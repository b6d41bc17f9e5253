/**
 * The error type of the library, and the checks that throw it. Messages and members never hold a secret (state, token, cookie,
 * signature), nor a copy of what a server sent.
 */
import { EXPLANATIONS, type SDKErrorReason } from './reasons.ts'

/** What an {@link SDKError} may carry besides its reason and message. */
export interface SDKErrorDetails {
  /** HTTP status, or the numeric code in the body of a failure. */
  code?: number
  /** The server's name for the kind of failure, such as `LoginException`. */
  type?: string
  /** What was caught. */
  cause?: unknown
  /** When the session service will be asked again, in milliseconds since the epoch. Until then calls fail with this error. */
  retryAt?: number
  /** How long the service is spared in all, in milliseconds. */
  backoffMs?: number
  /** How long the service asks to be spared, in milliseconds, by the header `Retry-After`. */
  retryAfterMs?: number | undefined
  /** How long the failure holds, in milliseconds: 0 where it may be over at the next call. */
  holdsMs?: number | undefined
  /** Of `session-refreshing`: where the page goes. */
  address?: string
}

/** Every error of the library. Its message is `reason: subject`; in the development build it also says what to do. */
export class SDKError extends Error {
  /** Always `'SDKError'`, also in a minified build. */
  declare readonly name: 'SDKError'
  /** Why; for code to branch on. */
  declare readonly reason: SDKErrorReason
  /** As in {@link SDKErrorDetails}. Absent where no server has stated a failure. */
  declare readonly code: number | undefined
  declare readonly type: string | undefined
  /** As in {@link SDKErrorDetails}. Of calls that a backoff refuses: the failure that has begun the backoff is without it. */
  declare readonly retryAt: number | undefined
  declare readonly backoffMs: number | undefined
  declare readonly retryAfterMs: number | undefined
  declare readonly holdsMs: number | undefined
  declare readonly address: string | undefined

  /** @param subject what the error is about, such as the name of an option, or a status. Never a secret. */
  constructor(reason: SDKErrorReason, subject?: string | number, details: SDKErrorDetails = {}) {
    const message = subject == null ? reason : `${reason}: ${subject}`
    super(__DEV__ ? `${message}${subject == null ? ':' : '.'} ${EXPLANATIONS[reason]}` : message, details)
    Object.assign(this, details, { name: 'SDKError', reason })
  }

  /** Whether a value is an SDKError, also one of another copy of the library, or of an iframe, where `instanceof` fails. */
  static is(value: unknown): value is SDKError {
    return (value as SDKError | null)?.name === 'SDKError'
  }

  /** Makes an SDKError of whatever was caught. One that is an SDKError already stays as it is. */
  static from(cause: unknown, reason: SDKErrorReason, subject?: string): SDKError {
    return SDKError.is(cause) ? cause : new SDKError(reason, subject, { cause })
  }
}

/** Throws unless `ok`. */
export function check(ok: unknown, reason: SDKErrorReason, subject?: string): asserts ok {
  if (!ok) throw new SDKError(reason, subject)
}

/** Throws `option-invalid` unless `ok`. */
export function checkOption(ok: unknown, subject: string): asserts ok {
  check(ok, 'option-invalid', subject)
}

/** Throws `argument-invalid` unless `ok`. */
export function checkArgument(ok: unknown, subject: string): asserts ok {
  check(ok, 'argument-invalid', subject)
}

/** Throws `option-invalid` unless the option is a function, or not given. */
export function checkFunction(value: unknown, name: string): void {
  checkOption(
    value == null || typeof value === 'function',
    __DEV__ ? expected(name, value, 'a function, or leave it out') : name,
  )
}

/**
 * Makes the stack of an error begin at the line of the page that has called the library, if the browser can. Otherwise all of its ten
 * lines would be the library's own.
 *
 * @param entry the function of the library that the page has called
 */
export function pointAtCaller(error: unknown, entry: CallableFunction | NewableFunction): void {
  if (error instanceof Error) Error.captureStackTrace?.(error, entry)
}

// Words for messages to developers. Nothing below is in a build for readers.

/** An address without the parts that may be secret: credentials, query, fragment. */
const withoutSecrets = (text: string): string => text.replace(/\/\/[^/]*@/, '//…@').replace(/([?#]).*/s, '$1…')

function quoted(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return JSON.stringify(withoutSecrets(value).slice(0, 80))
  if (value && ['object', 'function', 'symbol'].includes(typeof value)) return `of type ${typeof value}`
  return value === undefined ? 'missing' : `${value}`
}

/** Says what was given, in quotes, so that a typo can be seen, and what to give instead. Not for secrets. */
export function expected(name: string, value: unknown, wanted: string): string {
  return `${name} is ${quoted(value)}. Give ${wanted}`
}
