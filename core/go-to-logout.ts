/**
 * The way from the page to the logout page, for whoever has its address.
 */
import { leaveFor } from './leaving.ts'
import type { Kernel } from './plugin.ts'

/** Tells everybody of the logout, forgets the session, and leaves. */
export function goToLogout(kernel: Kernel, url: string): void {
  // The last handler: plugins still know the session, and listeners of `logout`, who may dispose of the identity, hear of it afterwards.
  const stop = kernel.hook('logout:before', kernel.endSession)
  kernel.notify('logout:before', { url })
  stop()
  leaveFor(kernel, url)
}
