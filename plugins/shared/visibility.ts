/** Whether anybody can see the page. */
import type { BrowserWindow } from '../../core/options.ts'

type PrerenderedDocument = Document & { readonly prerendering?: boolean }

/** In a background tab, or behind another window. A page that is prerendered counts as seen: somebody is about to look at it. */
export function isHidden(window: BrowserWindow): boolean {
  const document: PrerenderedDocument | undefined = window.document
  return document?.visibilityState === 'hidden' && !document.prerendering
}
