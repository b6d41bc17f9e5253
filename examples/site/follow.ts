/**
 * Who reads, for sites of several routes: the server makes each route for the reader it knows, and the page tells it where the
 * session service says otherwise.
 */
import type { Identity, Snapshot } from 'portico'
import { tellServer } from './identify.mjs'
import type { Known } from './page.mjs'

/** What is known before anybody has asked. The server renders this, and so does the first render in the browser, which has to be the same. */
export const UNKNOWN: Snapshot = {
  status: 'unknown',
  session: null,
  reason: undefined,
  since: 0,
  source: undefined,
}

/** The uuid of who reads, as the library has it; empty for nobody, undefined while it cannot tell. */
function uuidOf({ status, session }: Snapshot): string | undefined {
  if (status === 'connected') return session?.uuid
  if (status === 'loggedOut' || status === 'notConnected') return ''
  return undefined
}

/** True if the library knows that the route was made for somebody else. While it cannot tell, what the server says holds. */
export function isOutdated(snapshot: Snapshot, known: Known): boolean {
  const uuid = uuidOf(snapshot)
  return uuid !== undefined && uuid !== known.reader
}

/**
 * Asks who reads, and tells the server what the answer changes.
 *
 * @param known whom the route was made for
 * @param refresh makes the route anew, by what the server has been told
 * @returns a function that ends it
 */
export function follow(identity: Identity, known: Known, refresh: () => void): () => void {
  async function tell(snapshot: Snapshot): Promise<void> {
    const isOver = isOutdated(snapshot, known)
    const uuid = uuidOf(snapshot)
    // A session that the page's server handed over has no sig: the server knows it.
    const sig = uuid ? snapshot.session?.sig : undefined
    if (!sig && !(isOver && uuid === '')) return
    const { ok, status } = await tellServer(sig).catch(() => Response.error())
    if (ok && isOver) refresh()
    // The server refuses a sig that is too old, and this one came from the tab's cache.
    if (status === 403 && snapshot.source === 'cache') {
      identity.clearCachedUserSession()
      identity.isLoggedIn()
    }
  }

  const stop = identity.subscribe(tell)
  const snapshot = identity.getSnapshot()
  // It may be known since an earlier route, and then no event tells of it.
  if (isOutdated(snapshot, known)) tell(snapshot)
  identity.isLoggedIn()
  return stop
}
