// A test user that a developer makes or changes: what is checked of it. What they leave out is made up, or stays.

import { randomUUID } from 'node:crypto'
import { UnusableError } from '../unusable-error.ts'
import type { User } from './user.ts'
import type { EditableFacts } from './users.ts'

// letters of any script, with their marks, and emoji, which a joiner may hold together
const WORD = /^(?=.*\S)(?:[^\p{C}<>"]|\u200d){1,40}$/u
// whoever logs in may type it in any case
const isAddress = (value: string): boolean =>
  value === value.toLowerCase() && /^[^\s@<>"\p{C}]{1,60}@[a-z\d.-]{1,60}$/u.test(value)
const isWord = (value: string): boolean => WORD.test(value)

/** What each fact must be, in the order in which they are looked at. */
const FACTS: readonly [keyof EditableFacts, (value: string) => boolean, string][] = [
  ['email', isAddress, 'an e-mail address in lower case'],
  ['givenName', isWord, 'a name'],
  ['familyName', isWord, 'a name'],
  ['displayName', isWord, 'a name'],
  ['gender', (value) => ['male', 'female', 'undisclosed'].includes(value), 'male, female or undisclosed'],
  ['phone', (value) => /^\+?[\d ]{5,20}$/.test(value), 'a phone number: digits and blanks'],
  ['password', (value) => /^[^\p{C}]{4,60}$/u.test(value), '4 to 60 characters'],
]

/** @throws {UnusableError} when a fact cannot be used, or is another user's */
function check(facts: EditableFacts, others: readonly User[]): EditableFacts {
  for (const [name, fits, wants] of FACTS)
    if (typeof facts[name] !== 'string' || !fits(facts[name]))
      throw new UnusableError(`"${name}" must be ${wants}.`)
  if (others.some(({ email }) => email === facts.email))
    throw new UnusableError('There is a user of that e-mail address.')
  return facts
}

/**
 * A complete user.
 *
 * @throws {UnusableError} when a field cannot be used, or is another user's
 */
export function newUser(given: Partial<User>, known: readonly User[]): User {
  const { username, givenName, familyName = 'Test' } = given
  if (typeof username !== 'string' || !/^[a-z][a-z\d-]{0,30}$/.test(username))
    throw new UnusableError('"username" must be a word of lower-case letters, digits and hyphens.')
  if (known.some((user) => user.username === username))
    throw new UnusableError('There is a user of that name.')
  const userId = Math.max(100_000, ...known.map((user) => user.userId)) + 1
  const first = givenName ?? username[0]?.toUpperCase() + username.slice(1)
  const facts = {
    email: given.email ?? `${username}@example.com`,
    phone: given.phone ?? `+47 400 ${String(userId).slice(-5)}`,
    password: given.password ?? `${username}-for-tests`,
    displayName: given.displayName ?? `${first} ${`${familyName}`[0]}.`,
    givenName: first,
    familyName,
    gender: given.gender ?? 'undisclosed',
  }
  return { uuid: randomUUID(), userId, username, ...check(facts, known) }
}

/**
 * A user with some facts changed; name and ids stay.
 *
 * @throws {UnusableError} when a fact cannot be used, or is another user's
 */
export function changedUser(user: User, given: Partial<EditableFacts>, known: readonly User[]): User {
  const others = known.filter(({ uuid }) => uuid !== user.uuid)
  const wanted = FACTS.filter(([name]) => given[name] !== undefined).map(([name]) => [name, given[name]])
  const { uuid, userId, username, ...facts } = { ...user, ...Object.fromEntries(wanted) } as User
  return { uuid, userId, username, ...check(facts, others) }
}
