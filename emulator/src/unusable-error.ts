/** Thrown for what somebody gave that cannot be used; the message is a sentence for them. */
export class UnusableError extends TypeError {
  override readonly name: string = 'UnusableError'
}
