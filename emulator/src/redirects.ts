// Which addresses belong to a client: those of its demo site, and those that a developer registered for a site
// of their own. Everything that leads a browser somewhere, or lets a page read something, asks here.

import type { Address } from './hosts.ts'
import { callbackUrl, frontPageUrl, type Publisher } from './publishers.ts'
import type { Db } from './store/database.ts'

export interface Redirects {
  /** Where the account service may send a code. */
  ofClient(publisher: Publisher): string[]
  /** Whether a browser may be sent there after log-out, a refresh, or a visit to the account pages. */
  allows(publisher: Publisher, url: string): boolean
  /** Whether pages of this origin may read the client's session. */
  allowsOrigin(publisher: Publisher, origin: string | undefined): boolean
  /** @throws {TypeError} when it is no absolute http(s) URL, or has a fragment, even an empty one */
  register(publisher: Publisher, url: string): void
  /** Takes back what was registered; false when it was not. */
  remove(publisher: Publisher, url: string): boolean
}

export function redirects(db: Db, address: Address): Redirects {
  const find = db.prepare('SELECT url FROM redirect_uris WHERE client_id = ? ORDER BY url')
  const insert = db.prepare('INSERT OR IGNORE INTO redirect_uris (client_id, url) VALUES (?, ?)')

  const remove = db.prepare('DELETE FROM redirect_uris WHERE client_id = ? AND url = ?')

  function ofClient(publisher: Publisher): string[] {
    const registered = find.all(publisher.clientId) as { url: string }[]
    return [callbackUrl(publisher, address), ...registered.map(({ url }) => url).filter(isRedirectUri)]
  }

  return {
    ofClient,
    allows: (publisher, url) => url === frontPageUrl(publisher, address) || ofClient(publisher).includes(url),
    allowsOrigin: (publisher, origin) => ofClient(publisher).some((url) => new URL(url).origin === origin),
    register(publisher, url) {
      if (!isRedirectUri(url)) throw new TypeError('not an http(s) URL without a fragment')
      insert.run(publisher.clientId, url)
    },
    remove(publisher, url) {
      const isThere = (find.all(publisher.clientId) as { url: string }[]).some((known) => known.url === url)
      remove.run(publisher.clientId, url)
      return isThere
    },
  }
}

/** For one that is none, the provider would refuse every log-in of the client. */
function isRedirectUri(url: unknown): url is string {
  return typeof url === 'string' && /^https?:\/\/[^\s\p{Cc}#]+$/iu.test(url) && URL.canParse(url)
}
