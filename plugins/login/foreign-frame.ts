/**
 * Whether another site has the page in a frame. To such a page a browser does not give the session's cookie, or not each: a login that
 * has succeeded looks there like one that was cancelled.
 */
import type { ResolvedOptions } from '../../core/options.ts'

/** A host with a dot before it, so that it ends like those above it. */
const dotted = (host: string) => `.${host}`

/** What the names of two hosts of one site end in. No list says which domains are public, and the site has at least this name. */
function sharedSite(host: string, other: string): string {
  let site = host
  while (site && !dotted(other).endsWith(dotted(site))) site = site.replace(/^[^.]*\.?/, '')
  return site
}

/** Whether a page of another site is above this one, or one that cannot be told. */
export function isInForeignFrame({ window, sessionDomain }: ResolvedOptions): boolean {
  const { top, location } = window
  if (top === window) return false
  try {
    // Not every browser has the list. Without it, a page of another origin refuses to be looked at.
    const above: Iterable<string> = location.ancestorOrigins ?? [top?.location.origin]
    const site = dotted(sharedSite(location.hostname, new URL(sessionDomain).hostname))
    return ![...above].every((origin) => dotted(new URL(origin).hostname).endsWith(site))
  } catch {
    return true
  }
}
