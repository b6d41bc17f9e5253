// A client that a developer makes: what of it they say, and its check.

import { PUBLISHERS, type Publisher } from './publishers.ts'
import { UnusableError } from './unusable-error.ts'

/** What a developer says of a client. */
export interface ClientFacts {
  readonly clientId: string
  readonly name: string
  /** At whose session service its readers' sessions are. */
  readonly publisher: Publisher['key']
  readonly isPublic: boolean
}

/** Ids that mean something to the account service itself. */
const RESERVED = ['account-pages']

/**
 * The facts as they are kept; the name is made up unless given.
 *
 * @throws {UnusableError} when one cannot be used
 */
export function checkedClient(given: unknown): ClientFacts {
  const { clientId, name = clientId, publisher = 'site', isPublic = false } = (given ?? {}) as ClientFacts
  if (typeof clientId !== 'string' || !/^[a-z][a-z\d-]{0,40}$/.test(clientId) || RESERVED.includes(clientId))
    throw new UnusableError('"clientId" must be a word of lower-case letters, digits and hyphens.')
  if (typeof name !== 'string' || !/^[\p{L}\d][\p{L}\d &.,'_-]{0,40}$/u.test(name))
    throw new UnusableError('"name" must be a name: letters, digits, blanks and & . , \' _ - are allowed.')
  if (!PUBLISHERS.some(({ key }) => key === publisher))
    throw new UnusableError(`"publisher" must be one of ${PUBLISHERS.map(({ key }) => key).join(', ')}.`)
  if (typeof isPublic !== 'boolean') throw new UnusableError('"isPublic" must be true or false.')
  return { clientId, name, publisher, isPublic }
}
