// Pages that a browser has fetched or rendered ahead of the reader show who the reader was. After a login or a logout it has to forget
// them (Clear Site Data; browsers that do not know these words do nothing).

import type { Context } from 'hono'

export function forgetFetchedAhead(c: Context): void {
  c.header('clear-site-data', '"prefetchCache", "prerenderCache"')
}
