/**
 * What `Monetization` keeps of a reader goes when they do. An instance knows no session: `Identity` tells all that the page has.
 */
import type { Kernel } from '../../core/kernel/plugin.ts'
import { asFound } from '../../plugins/access/kept-access.ts'

/** The entry of the tab's storage with the answers of one client. */
export const MONETIZATION = 'monetization'

const forgetters: Set<() => void> = new Set()

/** Registers what an instance does when a reader goes. @returns the undo */
export function onReaderGone(forget: () => void): () => void {
  forgetters.add(forget)
  return () => void forgetters.delete(forget)
}

/** The reader goes. An earlier page of the tab may have kept something, too. */
export function forgetAccess({ storage }: Pick<Kernel, 'storage'>): void {
  storage.entry(MONETIZATION, asFound).remove()
  for (const forget of forgetters) forget()
}
