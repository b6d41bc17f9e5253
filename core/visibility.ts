/** Whether anybody can see the page. */
import type { BrowserWindow } from './options.ts'

/** In a background tab, behind another window, or prerendered. */
export const isHidden = ({ document }: BrowserWindow): boolean => document?.visibilityState === 'hidden'
