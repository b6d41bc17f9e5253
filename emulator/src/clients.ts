// The clients of the account service: those of the two demo sites, and those that a developer has made for sites of
// their own. A made client is of the same publisher as a demo site: its session service and its merchant.

import { type ClientFacts, checkedClient } from './new-client.ts'
import { PUBLISHERS, type Publisher } from './publishers.ts'
import type { Db } from './store/database.ts'
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
  add(given: unknown): Client
  /** @throws {UnusableError} when something cannot be used */
  change(client: Client, given: unknown): Client
  remove(client: Client): void
}

type Row = { id: string; name: string; secret: string; publisher: string }

const demoClients: readonly Client[] = PUBLISHERS.map((publisher) => ({
  ...publisher,
  isDemo: true,
  isPublic: false,
}))

export function clients(db: Db): Clients {
  const find = db.prepare('SELECT id, name, secret, publisher FROM clients ORDER BY id')
  const put = db.prepare('INSERT OR REPLACE INTO clients (id, name, secret, publisher) VALUES (?, ?, ?, ?)')
  const remove = db.prepare('DELETE FROM clients WHERE id = ?')

  const all = (): Client[] => [...demoClients, ...(find.all() as Row[]).flatMap(clientOf)]
  const named = (clientId: string | undefined): Client | undefined =>
    all().find((client) => client.clientId === clientId)

  function keep(facts: ClientFacts): Client {
    const secret = facts.isPublic ? '' : `${facts.clientId}-secret-for-tests-only`
    put.run(facts.clientId, facts.name, secret, facts.publisher)
    return named(facts.clientId) as Client
  }

  return {
    all,
    find: named,
    at(publisher, clientId) {
      const client = named(clientId)
      return client?.key === publisher.key ? client : undefined
    },
    of: ({ key }) => all().filter((client) => client.key === key),
    add(given) {
      const facts = checkedClient(given)
      if (named(facts.clientId) !== undefined)
        throw new UnusableError(`There is a client "${facts.clientId}" already.`)
      return keep(facts)
    },
    change(client, given) {
      const { clientId, name, isPublic, key } = client
      return keep(checkedClient({ name, isPublic, ...(given as object), clientId, publisher: key }))
    },
    remove({ clientId }) {
      remove.run(clientId)
    },
  }
}

/** A row that somebody has damaged is as good as none. */
function clientOf({ id, name, secret, publisher: key }: Row): Client[] {
  const publisher = PUBLISHERS.find((known) => known.key === key)
  if (publisher === undefined || [id, name, secret].some((text) => typeof text !== 'string')) return []
  const facts = { clientId: id, name, clientSecret: secret, isDemo: false, isPublic: secret === '' }
  return [{ ...publisher, ...facts }]
}
