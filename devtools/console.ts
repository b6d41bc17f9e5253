/**
 * Findings in the console: one line each, once on a page, with its fix. In development alone.
 */
import type { BrowserWindow } from '../core/options.ts'
import { type Finding, type FindingId, found } from './catalogue.ts'

const told: WeakMap<BrowserWindow, Map<string, Finding>> = new WeakMap()

/** What was told on the page so far. */
export const toldFindings = (window: BrowserWindow): Finding[] => [...(told.get(window)?.values() ?? [])]

/** Tells a finding, unless the very same was told before. */
export function tell(window: BrowserWindow, finding: Finding): void {
  if (!__DEV__) return
  const { id, severity, what, fix, seen } = finding
  const onPage = told.get(window) ?? new Map<string, Finding>()
  told.set(window, onPage)
  // Of what is misspelt there may be several.
  const key = /-unknown$/.test(id) ? `${id} ${seen}` : id
  if (severity === 'info' || onPage.has(key)) return
  onPage.set(key, finding)
  // A policy may be written over several lines.
  const line = `portico: ${id}. ${what} (${seen}) Fix: ${fix}`.replace(/\s+/g, ' ')
  window.console?.[severity === 'error' ? 'error' : 'warn'](line)
}

/** Tells a finding of the catalogue, with what was seen. */
export const tellFound = (window: BrowserWindow, id: FindingId, seen: string): void => tell(window, found(id, seen))
