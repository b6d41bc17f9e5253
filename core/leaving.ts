/**
 * The way to the login or logout page. Until the next page is there, the service still speaks of the reader before it.
 */
import type { Kernel } from './plugin.ts'

/** Drops what the page learns on its way to the login or logout page, so that the page after that asks. */
export function forgetOnLeaving(kernel: Kernel): void {
  const stop = kernel.listen('pagehide', () => {
    // A page that comes out of the back/forward cache is not on its way any more.
    stop()
    kernel.clearSession()
  })
}
