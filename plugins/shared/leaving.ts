/**
 * The way to a page that may change what is true of the reader: the login or logout page, the redirect URI with a code, or a page on
 * which they pay. Until that page is there, the service still speaks of the reader before it.
 */
import { pageLeaves } from '../../core/kernel/page.ts'
import type { Kernel } from '../../core/kernel/plugin.ts'

/** Those whose page may be on its way. The reader may stay all the same, and leave by another link. */
const leaving: WeakSet<Kernel> = new WeakSet()

/** Drops what this page learns while the other one is on its way, so that the page after that asks. */
export function forgetOnLeaving(kernel: Kernel): void {
  if (leaving.has(kernel)) return
  leaving.add(kernel)
  const stop = pageLeaves(kernel, () => {
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

/** Those that log out at this moment. */
const loggingOut: WeakSet<Kernel> = new WeakSet()

/**
 * Tells everybody of the logout, forgets the session, and leaves for the logout page. Within a logout it does nothing: a listener of
 * `logout` that logs out would hear of its own logout, and so on.
 *
 * @param build makes the address. It may tell by an event that the wanted one cannot be used
 */
export function goToLogout(kernel: Kernel, build: () => string): void {
  if (loggingOut.has(kernel)) return
  loggingOut.add(kernel)
  try {
    const url = build()
    // The last handler clears the session, so plugins still know it. Listeners of `logout` are called afterwards: one may dispose of the
    // identity.
    const stop = kernel.hook('logout:before', kernel.endSession)
    kernel.notify('logout:before', { url })
    stop()
    leaveFor(kernel, url)
  } finally {
    loggingOut.delete(kernel)
  }
}
