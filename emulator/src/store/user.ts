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
