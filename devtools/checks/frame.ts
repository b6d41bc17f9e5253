/**
 * Whether the page is in a frame of another site.
 */
import type { BrowserWindow } from '../../core/options.ts'
import { hostOf, originOf } from '../shown/addresses.ts'
import { isOnSite } from './site.ts'

/** The origin of the nearest page of another site that has this one in a frame; undefined where there is none. */
export function foreignAncestor(window: BrowserWindow): string | undefined {
  const { top, location, document } = window
  if (top === window || !top) return
  // Not every browser has the list of those above.
  const above: string[] = [...(location.ancestorOrigins ?? [originOf(document.referrer)])]
  return above.find((origin) => hostOf(origin) && !isOnSite(window, hostOf(origin)))
}
