/**
 * The way to a page that may change what is true of the reader: the login or logout page, the redirect URI with a code, or a page on
 * which they pay. Until that page is there, the service still speaks of the reader before it.
 */
import type { Kernel } from './plugin.ts'

/** Those whose page may be on its way. The reader may stay all the same, and leave by another link. */
const leaving: WeakSet<Kernel> = new WeakSet()

/** Drops what this page learns while the other one is on its way, so that the page after that asks. */
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

/** Goes to a page that may change what is true of the reader. */
export function leaveFor(kernel: Kernel, url: string): void {
  forgetOnLeaving(kernel)
  kernel.window.location.assign(url)
}
