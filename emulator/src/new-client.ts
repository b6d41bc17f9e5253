// A client that a developer makes: what of it they say, and its check.

import { z } from 'zod'
import { PUBLISHERS, type Publisher } from './publishers.ts'
import { checked } from './unusable-error.ts'

/** What a developer says of a client. */
export interface ClientFacts {
  readonly clientId: string
  readonly name: string
  /** At whose session service its readers' sessions are. */
  readonly publisher: Publisher['key']
  readonly isPublic: boolean
}

const text = (fits: RegExp, error: string) => z.string({ error }).regex(fits, { error })
const KEYS = PUBLISHERS.map(({ key }) => key)

const facts = z.object({
  // `account-pages` means something to the account service itself
  clientId: text(
    /^(?!account-pages$)[a-z][a-z\d-]{0,40}$/,
    'a word of lower-case letters, digits and hyphens',
  ),
  name: text(
    /^[\p{L}\d][\p{L}\d &.,'_-]{0,40}$/u,
    "a name: letters, digits, blanks and & . , ' _ - are allowed",
  ),
  publisher: z.enum(KEYS, { error: `one of ${KEYS.join(', ')}` }),
  isPublic: z.boolean({ error: 'true or false' }),
})

/**
 * The facts as they are kept; the name is made up unless given.
 *
 * @throws {UnusableError} when one cannot be used
 */
export const checkedClient = (given: Partial<ClientFacts>): ClientFacts =>
  checked(facts, { name: given.clientId, publisher: 'site', isPublic: false, ...given })
