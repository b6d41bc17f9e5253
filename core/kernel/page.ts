/**
 * The page comes and goes: it is left, it returns out of the browser's back/forward cache, and it is seen again. Plugins hear of it here, and
 * nowhere else, so that what a return is stands in one place. Functions, and no members of the kernel: a bundle holds those that it uses.
 */
import type { Kernel } from './plugin.ts'

type Hears = Pick<Kernel, 'listen'>

/**
 * Calls `listener` when the page is being left. It may return later, as it was.
 *
 * @returns a function that removes the listener
 * @example pageLeaves(kernel, () => channel.close()) // an open channel keeps a page out of the back/forward cache
 */
export const pageLeaves = (kernel: Hears, listener: () => void): (() => void) => kernel.listen('pagehide', listener)

/**
 * Calls `listener` when the page returns out of the back/forward cache: it goes on as it was, and the reader may be another one by now.
 *
 * @returns a function that removes the listener
 * @example pageReturns(kernel, () => channel.open())
 */
export const pageReturns = (kernel: Hears, listener: () => void): (() => void) =>
  // Browsers tell of each page that they show, and of those that were kept meanwhile by the flag.
  kernel.listen('pageshow', ({ persisted }) => persisted && listener())

/**
 * Calls `listener` when the reader turns to the page, from another tab or another window.
 *
 * @returns a function that removes the listener
 * @example pageShows(kernel, () => kernel.hasSession().catch(() => {}))
 */
export const pageShows = (kernel: Hears & Pick<Kernel, 'window'>, listener: () => void): (() => void) =>
  kernel.listen('visibilitychange', () => isHidden(kernel.window) || listener())

type PrerenderedDocument = Document & { readonly prerendering?: boolean }

/** In a background tab, or behind another window. A page that is prerendered counts as seen: somebody is about to look at it. */
export function isHidden(window: Kernel['window']): boolean {
  const document: PrerenderedDocument | undefined = window.document
  return document?.visibilityState === 'hidden' && !document.prerendering
}
