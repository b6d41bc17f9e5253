/**
 * What `Monetization` keeps of a reader goes when they do. An instance knows no session: `Identity` tells all that are on its window.
 */
import type { BrowserWindow } from '../../core/options.ts'
import type { Kernel } from '../../core/plugin.ts'

/** The entry of the tab's storage with the answers of one client. */
export const MONETIZATION = 'monetization'

const instances: WeakMap<BrowserWindow, Set<() => void>> = new WeakMap()

/** Registers what an instance does when a reader goes. @returns the undo */
export function onReaderGone(window: BrowserWindow, forget: () => void): () => void {
  const ofWindow = instances.get(window) ?? new Set()
  instances.set(window, ofWindow.add(forget))
  return () => void ofWindow.delete(forget)
}

/** The reader goes. An earlier page of the tab may have kept something, too. */
export function forgetAccess({ window, storage }: Pick<Kernel, 'window' | 'storage'>): void {
  storage.entry(MONETIZATION).remove()
  for (const forget of instances.get(window) ?? []) forget()
}
