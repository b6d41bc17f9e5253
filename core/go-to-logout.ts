/**
 * The way from the page to the logout page, for whoever has its address.
 */
import { forgetOnLeaving } from './leaving.ts'
import type { Kernel } from './plugin.ts'

/** Tells everybody of the logout, forgets the session, and leaves. */
export function goToLogout(kernel: Kernel, url: string): void {
  kernel.notify('logout:before', { url })
  kernel.endSession()
  forgetOnLeaving(kernel)
  kernel.window.location.assign(url)
}
