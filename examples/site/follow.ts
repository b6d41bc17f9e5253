/**
 * Who reads, for sites whose server renders for its reader: the page tells the server where the session service says otherwise.
 */
import type { Snapshot } from 'portico'
import { tellServer } from './identify.mjs'
import type { SiteIdentity } from './identity'

/** The uuid of who reads, as the library has it; empty for nobody, undefined while it cannot tell. */
function uuidOf({ status, session }: Snapshot): string | undefined {
  if (status === 'connected') return session.uuid
  return status === 'loggedOut' || status === 'notConnected' ? '' : undefined
}

/**
 * Tells the server what the session service says, now and at each change.
 *
 * @param known whom the server has rendered for, by their uuid; empty for a stranger
 * @param refresh has the server render anew, for the reader that it has been told of
 * @returns a function that ends it
 */
export function keepServerTold(identity: SiteIdentity, known: string, refresh: () => void): () => void {
  async function tell(snapshot: Snapshot): Promise<void> {
    const uuid = uuidOf(snapshot)
    const isOther = uuid !== undefined && uuid !== known
    // A session that the page's server handed over has no sig: the server knows it.
    const sig = uuid ? snapshot.session?.sig : undefined
    if (!sig && !(isOther && uuid === '')) return
    const { ok, status } = await tellServer(sig).catch(() => Response.error())
    if (ok && isOther) refresh()
    // The server refuses a sig that is too old, and this one came from the tab's cache.
    if (status === 403 && snapshot.source === 'cache') {
      identity.clearCachedUserSession()
      identity.isLoggedIn()
    }
  }

  const stop = identity.subscribe(tell)
  // It may be known since before, and then no event tells of it.
  tell(identity.getSnapshot())
  return stop
}
