/**
 * Errors with the account-sdk-browser's messages, beside the reason that says the same to code; and its class, for pages that make errors of their own.
 */
import { SDKError as KernelError, pointAtCaller } from '../../core/errors.ts'
import type { SDKErrorReason } from '../../core/reasons.ts'
import type { Any } from './types.ts'

/** The error class as the account-sdk-browser has it: with a message, and whatever members are given. */
export class SDKError extends KernelError {
  /** @param errorObject its members become members of the error */
  constructor(message: string, errorObject?: Any) {
    // A page says why in its own words. It has no reason that code could compare.
    super(message as SDKErrorReason)
    Object.assign(this, { reason: undefined }, errorObject, { message })
    pointAtCaller(this, new.target)
  }

  /** Those of the library are made by the kernel's class, and count as well. Of a subclass are its own alone. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a subclass inherits it, and is what is asked then
    return Function.prototype[Symbol.hasInstance].call(this === SDKError ? KernelError : this, value)
  }
}

/** Gives an error the account-sdk-browser's message. */
function inItsWords(error: KernelError, message: string): KernelError {
  error.message = message
  return error
}

/** Makes an error that says what the account-sdk-browser says. */
export function failure(reason: SDKErrorReason, message: string): KernelError {
  const error = inItsWords(new KernelError(reason), message)
  // Its stack begins with the message that it had when it was made.
  pointAtCaller(error, failure)
  return error
}

/** Gives a failure of a session call the account-sdk-browser's message. */
export const sessionFailure = (error: KernelError): KernelError =>
  error.reason === 'disposed' ? error : inItsWords(error, 'HasSession failed')

/** Gives a failure of the widget the account-sdk-browser's message. What it has no words for keeps its own. */
export function widgetFailure(error: KernelError): KernelError {
  if (error.reason !== 'widget-unavailable') return error
  // The widget's script has failed with something. Without a user there is nothing that could have.
  return inItsWords(
    error,
    'cause' in error ? 'Error when loading simplified login widget content' : 'Missing user data',
  )
}

/** Throws `option-invalid` in the account-sdk-browser's words unless `ok`. */
export function checkOption(ok: unknown, message: string): asserts ok {
  if (!ok) throw failure('option-invalid', message)
}

/** Throws `argument-invalid` in the account-sdk-browser's words unless `ok`. */
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
