// A one-time code, as it is shown in the place of an e-mail or a text message.

/** A one-time code that was sent. */
export interface Message {
  readonly channel: 'email' | 'sms'
  readonly code: string
  /** Milliseconds since the Unix epoch. */
  readonly sentAt: number
}
