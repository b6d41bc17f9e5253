/**
 * What the identities of one client on one page tell each other, by an event of the window: of what is written to local storage, the
 * browser tells other pages alone.
 */
import type { BrowserWindow } from '../../core/options.ts'
import type { Kernel } from '../../core/plugin.ts'

/** The mark was written. A window that somebody has made for a test may have no events. */
export function tellPage(window: BrowserWindow, name: string): void {
  if (window.Event) window.dispatchEvent(new window.Event(name))
}

/** Calls back when an identity of this page has written the mark, the identity itself included. */
export function hearPage(kernel: Kernel, name: string, hear: () => void): void {
  // The compiler knows the browser's own events alone.
  kernel.listen(name as 'storage', hear)
}
