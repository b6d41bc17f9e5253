// A test user that a developer makes: what they leave out is made up.

import { randomUUID } from 'node:crypto'
import type { User } from './users.ts'

const WORD = /^[\p{L}\d .'_-]{1,40}$/u

/**
 * A complete user.
 *
 * @throws {TypeError} when a field cannot be used, or is another user's
 */
export function newUser(given: Partial<User>, known: readonly User[]): User {
  const { username, email, password, givenName, familyName = 'Test', gender = 'undisclosed' } = given ?? {}
  if (typeof username !== 'string' || !/^[a-z][a-z\d-]{0,30}$/.test(username))
    throw new TypeError('"username" must be a word of lower-case letters, digits and hyphens.')
  const address = email ?? `${username}@example.com`
  if (typeof address !== 'string' || !/^[^\s@<>"]{1,60}@[a-z\d.-]{1,60}$/.test(address))
    throw new TypeError('"email" must be an e-mail address in lower case.')
  if (known.some((user) => user.username === username || user.email === address))
    throw new TypeError('There is a user of that name or e-mail address.')
  const first = givenName ?? username[0]?.toUpperCase() + username.slice(1)
  for (const [name, value] of Object.entries({ givenName: first, familyName }))
    if (typeof value !== 'string' || !WORD.test(value)) throw new TypeError(`"${name}" must be a name.`)
  if (!['male', 'female', 'undisclosed'].includes(gender))
    throw new TypeError('"gender" must be male, female or undisclosed.')
  if (password !== undefined && (typeof password !== 'string' || !/^.{4,60}$/.test(password)))
    throw new TypeError('"password" must be 4 to 60 characters.')
  const userId = Math.max(100_000, ...known.map((user) => user.userId)) + 1
  return {
    uuid: randomUUID(),
    userId,
    username,
    email: address,
    phone: `+47 400 ${String(userId).slice(-5)}`,
    password: password ?? `${username}-for-tests`,
    displayName: `${first} ${familyName[0]}.`,
    givenName: first,
    familyName,
    gender,
  }
}
