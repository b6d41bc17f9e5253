/**
 * The way from the page to the logout page, for whoever has its address.
 */
import { leaveFor } from './leaving.ts'
import type { Kernel } from './plugin.ts'

/** Tells everybody of the logout, forgets the session, and leaves. */
export function goToLogout(kernel: Kernel, url: string): void {
  // The last handler clears the session, so plugins still know it. Listeners of `logout` are called afterwards: one may dispose of the
  // identity.
  const stop = kernel.hook('logout:before', kernel.endSession)
  kernel.notify('logout:before', { url })
  stop()
  leaveFor(kernel, url)
}
