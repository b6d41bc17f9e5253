/**
 * The error class as that client has it, for pages that make errors of their own: with a message, and whatever members are given.
 */
import { SDKError as KernelError, pointAtCaller } from '../../core/errors.ts'
import type { SDKErrorReason } from '../../core/reasons.ts'
import type { Any } from './types.ts'

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
