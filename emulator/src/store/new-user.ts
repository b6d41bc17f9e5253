// A test user that a developer makes or changes: what is checked of it. What they leave out is made up, or stays.

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { checked, UnusableError } from '../unusable-error.ts'
import type { User } from './user.ts'

const fact = (fits: RegExp, error: string) => z.string({ error }).regex(fits, { error })

// letters of any script, with their marks, and emoji, which a joiner may hold together
const name = fact(/^(?=.*\S)(?:[^\p{C}<>"]|\u200d){1,40}$/u, 'a name')

const facts = z.object({
  // whoever logs in may type it in any case
  email: fact(/^[^\s@<>"\p{C}\p{Lu}]{1,60}@[a-z\d.-]{1,60}$/u, 'an e-mail address in lower case'),
  givenName: name,
  familyName: name,
  displayName: name,
  gender: z.enum(['male', 'female', 'undisclosed'], { error: 'male, female or undisclosed' }),
  phone: fact(/^\+?[\d ]{5,20}$/, 'a phone number: digits and blanks'),
  password: fact(/^[^\p{C}]{4,60}$/u, '4 to 60 characters'),
})

const username = fact(/^[a-z][a-z\d-]{0,30}$/, 'a word of lower-case letters, digits and hyphens')

/** @throws {UnusableError} when it is another user's */
function checkEmail(email: string | undefined, others: readonly User[]): void {
  if (others.some((user) => user.email === email))
    throw new UnusableError('There is a user of that e-mail address.')
}

/**
 * A complete user.
 *
 * @throws {UnusableError} when a fact cannot be used, or is another user's
 */
export function newUser(given: Record<string, unknown>, known: readonly User[]): User {
  const { username: word } = checked(z.object({ username }), given)
  if (known.some((user) => user.username === word)) throw new UnusableError('There is a user of that name.')
  const userId = Math.max(100_000, ...known.map((user) => user.userId)) + 1
  const { givenName = word.charAt(0).toUpperCase() + word.slice(1), familyName = 'Test' } = given
  const user = checked(facts, {
    email: `${word}@example.com`,
    phone: `+47 400 ${String(userId).slice(-5)}`,
    password: `${word}-for-tests`,
    displayName: `${givenName} ${`${familyName}`.charAt(0)}.`,
    gender: 'undisclosed',
    ...given,
    givenName,
    familyName,
  })
  checkEmail(user.email, known)
  return { uuid: randomUUID(), userId, username: word, ...user }
}

/**
 * What changes of a user.
 *
 * @throws {UnusableError} when a fact cannot be used, or is another user's
 */
export function changesOf(user: User, given: unknown, known: readonly User[]): Partial<User> {
  const changes = checked(facts.partial(), given)
  const others = known.filter(({ uuid }) => uuid !== user.uuid)
  checkEmail(changes.email, others)
  return changes as Partial<User>
}
