/**
 * In the browser: keeps the server’s entitlement as the session service says. For a page whose server sends the whole article at once.
 */
import type { SiteIdentity } from './identity'

const PRODUCTS = ['harbour-post-digital']
/** An entitlement that ends within this time is renewed. */
const RENEW_MS = 5 * 60_000

const tell = (access?: string): Promise<Response> =>
  fetch('/entitlement', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ access }),
  })

/**
 * Follows the reader's access, and tells the server.
 *
 * @param until until when the server lets this reader read, in milliseconds since the epoch; 0 where it does not
 * @param refresh lets the server make the article again
 * @returns a function that ends it
 */
export function keepEntitled(identity: SiteIdentity, until: number, refresh: () => void): () => void {
  let looks = 0
  async function look(): Promise<void> {
    const own = ++looks
    const known = await identity.hasAccess(PRODUCTS)
    // In an outage, what the server has made stays.
    if (own !== looks || known.outcome === 'unknown') return
    const isGranted = known.outcome === 'granted'
    if (isGranted ? until - Date.now() > RENEW_MS : !until) return
    const { ok } = await tell(isGranted ? known.data.sig : undefined)
    if (ok && isGranted !== until > 0) refresh()
  }
  const stop = identity.subscribe(({ status }) => {
    if (status !== 'loading') look()
  })
  look()
  return () => {
    looks++
    stop()
  }
}
