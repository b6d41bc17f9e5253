// The clients of the account service: those of the two demo sites, and those that a developer has made for sites of
// their own. A made client is of the same publisher as a demo site: its session service and its merchant.

import { type ClientFacts, checkedClient } from './new-client.ts'
import { PUBLISHERS, type Publisher } from './publishers.ts'
import type { Records } from './store/records.ts'
import { UnusableError } from './unusable-error.ts'

/** A client, with the hosts of its publisher. */
export interface Client extends Publisher {
  /** Whether it belongs to a demo site: those are always there, as they are. */
  readonly isDemo: boolean
  /** Whether it keeps no secret, as a page without a server: it logs readers in by PKCE alone. */
  readonly isPublic: boolean
}

export interface Clients {
  all(): Client[]
  find(clientId: string | undefined): Client | undefined
  /** A client of this very publisher: the only ones that its session service serves. */
  at(publisher: Publisher, clientId: string | undefined): Client | undefined
  /** Those whose sessions are at this publisher's session service. */
  of(publisher: Publisher): Client[]
  /** @throws {UnusableError} when something cannot be used, or the id is taken */
  add(given: Partial<ClientFacts>): Client
  /** @throws {UnusableError} when something cannot be used */
  change(client: Client, given: Partial<ClientFacts>): Client
  remove(client: Client): void
}

const KIND = 'client'

const demoClients: readonly Client[] = PUBLISHERS.map((publisher) => ({
  ...publisher,
  isDemo: true,
  isPublic: false,
}))

function clientOf({ clientId, name, publisher, isPublic }: ClientFacts): Client {
  const clientSecret = isPublic ? '' : `${clientId}-secret-for-tests-only`
  const known = PUBLISHERS.find(({ key }) => key === publisher) as Publisher
  return { ...known, clientId, name, clientSecret, isDemo: false, isPublic }
}

export function clients(records: Records): Clients {
  const all = (): Client[] => [...demoClients, ...records.all<ClientFacts>(KIND).map(clientOf)]
  const find = (clientId: string | undefined): Client | undefined =>
    all().find((client) => client.clientId === clientId)

  function keep(facts: ClientFacts): Client {
    records.put(KIND, facts.clientId, facts)
    return clientOf(facts)
  }

  return {
    all,
    find,
    at(publisher, clientId) {
      const client = find(clientId)
      return client?.key === publisher.key ? client : undefined
    },
    of: ({ key }) => all().filter((client) => client.key === key),
    add(given) {
      const facts = checkedClient(given)
      if (find(facts.clientId) !== undefined)
        throw new UnusableError(`There is a client "${facts.clientId}" already.`)
      return keep(facts)
    },
    change: ({ clientId, name, isPublic, key }, given) =>
      keep(checkedClient({ name, isPublic, ...given, clientId, publisher: key })),
    remove: ({ clientId }) => records.remove(KIND, clientId),
  }
}
