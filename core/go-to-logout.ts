/**
 * The way from the page to the logout page.
 */
import { leaveFor } from './leaving.ts'
import type { Kernel } from './plugin.ts'

/** Those that log out at this moment. */
const loggingOut: WeakSet<Kernel> = new WeakSet()

/**
 * Tells everybody of the logout, forgets the session, and leaves. Within a logout it does nothing: a listener of `logout` that logs out
 * would hear of its own logout, and so on.
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
