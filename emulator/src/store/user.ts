// A test user, as it is stored.

/** A test user. */
export interface User {
  readonly uuid: string
  readonly userId: number
  readonly username: string
  readonly email: string
  readonly phone: string
  readonly password: string
  readonly displayName: string
  readonly givenName: string
  readonly familyName: string
  readonly gender: 'male' | 'female' | 'undisclosed'
}

/** A one-time code that was sent: shown in the place of an e-mail or a text message. */
export interface Message {
  readonly channel: 'email' | 'sms'
  readonly code: string
  /** Milliseconds since the Unix epoch. */
  readonly sentAt: number
}

/** A test user, and what belongs to them. */
export interface KnownUser extends User {
  /** The merchants that they are connected to. */
  readonly merchantIds: readonly number[]
  /** The products that they have. */
  readonly productIds: readonly string[]
  /** The latest codes that were sent to them, newest first. */
  readonly messages: readonly Message[]
}
