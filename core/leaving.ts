/**
 * The way to the login or logout page, to the redirect URI with a code, or to a page on which the reader pays. Until the next page is
 * there, the service still speaks of the reader before it.
 */
import type { Kernel } from './plugin.ts'

/** Those whose page may be on its way. The reader may stay all the same, and leave by another link. */
const leaving: WeakSet<Kernel> = new WeakSet()

/** Drops what the page learns on its way to such a page, so that the page after that asks. */
export function forgetOnLeaving(kernel: Kernel): void {
  if (leaving.has(kernel)) return
  leaving.add(kernel)
  const stop = kernel.listen('pagehide', () => {
    // A page that comes out of the back/forward cache is not on its way any more.
    leaving.delete(kernel)
    stop()
    kernel.clearSession()
  })
}

/** Leaves the page for such a page. */
export function leaveFor(kernel: Kernel, url: string): void {
  forgetOnLeaving(kernel)
  kernel.window.location.assign(url)
}
