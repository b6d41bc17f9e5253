// Pages that a browser has prefetched or prerendered show who was logged in at that moment. `Clear-Site-Data` drops them after a login
// or a logout. Browsers that do not know these directives ignore them.

import type { Context } from 'hono'

export function clearPrefetchCache(c: Context): void {
  c.header('clear-site-data', '"prefetchCache", "prerenderCache"')
}
