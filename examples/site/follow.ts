/**
 * For sites whose server renders for its reader: the page tells the server who the reader is, if the session service says otherwise.
 */
import type { Snapshot } from 'portico'
import { tellServer, uuidOf } from './identify.mjs'
import type { SiteIdentity } from './identity'

/**
 * Tells the server what the session service says, now and at each change.
 *
 * @param known the uuid of the reader for whom the server has rendered; empty for an anonymous reader
 * @param refresh lets the server render again, for the reader that it knows now
 * @returns a function that ends it
 */
export function keepServerTold(identity: SiteIdentity, known: string, refresh: () => void): () => void {
  async function tell(snapshot: Snapshot): Promise<void> {
    const uuid = uuidOf(snapshot)
    const isOther = uuid !== undefined && uuid !== known
    // A session from this site's server has no sig: the server knows it.
    const sig = uuid ? snapshot.session?.sig : undefined
    if (!sig && !(isOther && uuid === '')) return
    const answer = await tellServer(sig)
    if (answer?.ok && isOther) refresh()
    // The server refuses a sig that is too old, and this one came from the tab's cache.
    if (answer?.status === 403 && snapshot.source === 'cache') {
      identity.clearCachedUserSession()
      identity.isLoggedIn()
    }
  }

  const stop = identity.subscribe(tell)
  // The session may be known already. Then no event comes.
  tell(identity.getSnapshot())
  return stop
}
