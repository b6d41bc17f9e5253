/**
 * Errors with that client's messages, beside the reason that says the same to code.
 */
import { pointAtCaller, SDKError } from '../../core/errors.ts'
import type { SDKErrorReason } from '../../core/reasons.ts'

/** Gives an error that client's message. */
export function inItsWords(error: SDKError, message: string): SDKError {
  error.message = message
  return error
}

/** Makes an error that says what that client says. */
export function failure(reason: SDKErrorReason, message: string): SDKError {
  const error = inItsWords(new SDKError(reason), message)
  // Its stack begins with the message that it had when it was made.
  pointAtCaller(error, failure)
  return error
}

/** Throws `option-invalid` in that client's words unless `ok`. */
export function checkOption(ok: unknown, message: string): asserts ok {
  if (!ok) throw failure('option-invalid', message)
}

/** Throws `argument-invalid` in that client's words unless `ok`. */
export function checkArgument(ok: unknown, message: string): asserts ok {
  if (!ok) throw failure('argument-invalid', message)
}

/** Runs something, whose errors begin at the line of the page that has called `entry`. For developers. */
export function pointing<Result>(entry: NewableFunction, run: () => Result): Result {
  if (!__DEV__) return run()
  try {
    return run()
  } catch (error) {
    pointAtCaller(error, entry)
    throw error
  }
}
