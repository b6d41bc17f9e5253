/**
 * A number that tells this tab from others, drawn once and kept for as long as the tab lives.
 */
import type { BrowserWindow } from './options.ts'

/** Where the number stands in the tab's storage: as plain text, so that a script in the page's head can share it. */
export const TAB_ID_KEY = 'portico.tab'

/** A random integer below 100 000. Where storage is denied, the page draws one of its own. */
export function tabId(window: BrowserWindow): string {
  const drawn = `${Math.floor(Math.random() * 100_000)}`
  try {
    const kept = window.sessionStorage.getItem(TAB_ID_KEY) ?? ''
    if (/^\d{1,5}$/.test(kept)) return kept
    window.sessionStorage.setItem(TAB_ID_KEY, drawn)
  } catch {
    // Then it lives as long as this page does.
  }
  return drawn
}
