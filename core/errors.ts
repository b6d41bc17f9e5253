/**
 * The one error type, and the checks that throw it. Neither message nor members ever hold a secret (state, token, cookie,
 * signature) or a copy of what a server sent.
 */
import { given } from './given.ts'
import { EXPLANATIONS, type SDKErrorReason } from './reasons.ts'

/** What an {@link SDKError} may carry besides its reason and message. */
export interface SDKErrorDetails {
  /** HTTP status, or the numeric code in the body of a failure. */
  code?: number
  /** The server's name for the kind of failure, such as `LoginException`. */
  type?: string
  /** What was caught. */
  cause?: unknown
}

/** Every error of the library. Its message is `reason: subject`; in the development build a sentence that says what to do. */
export class SDKError extends Error {
  /** Always `'SDKError'`, also in a minified build. */
  declare readonly name: 'SDKError'
  /** Why; for code to branch on. */
  declare readonly reason: SDKErrorReason
  /** As in {@link SDKErrorDetails}; absent when no server answered. */
  declare readonly code: number | undefined
  declare readonly type: string | undefined

  /** @param subject what it is about, such as the name of an option or a status. Never a secret. */
  constructor(reason: SDKErrorReason, subject?: string | number, details: SDKErrorDetails = {}) {
    const message = subject == null ? reason : `${reason}: ${subject}`
    super(__DEV__ ? `${message}${subject == null ? ':' : '.'} ${EXPLANATIONS[reason]}` : message, details)
    Object.assign(this, details, { name: 'SDKError', reason })
  }

  /** Tells an SDKError from anything else, also where `instanceof` fails: of another copy of the library, of an iframe. */
  static is(value: unknown): value is SDKError {
    return (value as SDKError | null)?.name === 'SDKError'
  }

  /** Whatever was caught, as an error of ours: one that is ours already stays as it is. */
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
    __DEV__ ? given(name, value, 'a function, or leave it out') : name,
  )
}
