/**
 * The window in which the account service shows a page beside the site's own. A browser opens it within the user's gesture alone.
 */
import type { BrowserWindow } from './options.ts'

const WIDTH = 360
const HEIGHT = 570

/** Opens a popup in the middle of the screen; null when the browser blocks it. */
export function openPopup(window: BrowserWindow, url: string): Window | null {
  try {
    const left = (window.screen.width - WIDTH) / 2
    const top = (window.screen.height - HEIGHT) / 2
    const popup = window.open(url, '', `width=${WIDTH},height=${HEIGHT},left=${left},top=${top}`)
    // Some blockers give a window that is closed already.
    return popup?.closed ? null : popup
  } catch {
    return null
  }
}
