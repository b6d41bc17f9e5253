// The one error type the emulator throws on purpose: something the person who started it can put right.
// The command line prints its message as a single line; everything else is a fault of the emulator itself.

/** What went wrong, for code to branch on. */
export type EmulatorErrorReason = 'port-taken' | 'port-unusable' | 'data-unusable' | 'tls-unusable'

/** Thrown by `startEmulator` when the port, the data directory or the certificate cannot be used. */
export class EmulatorError extends Error {
  override readonly name: string = 'EmulatorError'
  readonly reason: EmulatorErrorReason

  constructor(reason: EmulatorErrorReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
  }
}
