/**
 * Writes findings to the console in the development build: one line each, once on a page, with the fix.
 */
import type { BrowserWindow } from '../core/options.ts'
import { type Finding, type FindingId, found } from './catalogue.ts'
import { isWanted } from './under-test.ts'

const told: WeakMap<BrowserWindow, Map<string, Finding>> = new WeakMap()

/** Every finding of the page so far. The console may have been silent. */
export const toldFindings = (window: BrowserWindow): Finding[] => [...(told.get(window)?.values() ?? [])]

/** Writes a finding to the console, once for each page. */
export function tell(window: BrowserWindow, finding: Finding): void {
  if (!__DEV__) return
  const { id, severity, what, fix, seen } = finding
  const onPage = told.get(window) ?? new Map<string, Finding>()
  told.set(window, onPage)
  // Several names may be misspelt.
  const key = id.endsWith('-unknown') ? `${id} ${seen}` : id
  if (severity === 'info' || onPage.has(key)) return
  onPage.set(key, finding)
  if (!isWanted(window, id)) return
  // A policy may be written over several lines.
  const line = `portico: ${id}. ${what} (${seen}) Fix: ${fix}`.replace(/\s+/g, ' ')
  window.console?.[severity === 'error' ? 'error' : 'warn'](line)
}

/** Tells of a finding of the catalogue, with what was seen. */
export const tellFound = (window: BrowserWindow, id: FindingId, seen: string): void => tell(window, found(id, seen))
