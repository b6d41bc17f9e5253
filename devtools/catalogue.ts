/**
 * Every finding of the diagnosis: what is wrong, why it matters, and what to do. The one place where they stand:
 * console, panel, report and documentation are made from it. An id is stable within a major version.
 */
import { BROWSER_FINDINGS } from './browser-findings.ts'
import { SERVICE_FINDINGS } from './service-findings.ts'
import { SET_UP_FINDINGS } from './set-up-findings.ts'

/** `error`: sessions do not work. `warning`: they will not for some readers. `info`: good to know. */
export type Severity = 'error' | 'warning' | 'info'

/** A finding as the catalogue has it. */
export interface CatalogueEntry {
  readonly severity: Severity
  /** What is wrong, in a sentence. */
  readonly what: string
  /** Why it is, or what comes of it. */
  readonly why: string
  /** What to do. */
  readonly fix: string
}

/** Names a finding. Stable within a major version. */
export type FindingId = keyof typeof SET_UP_FINDINGS | keyof typeof SERVICE_FINDINGS | keyof typeof BROWSER_FINDINGS

/** All findings by their id. */
export const FINDINGS: Readonly<Record<FindingId, CatalogueEntry>> = {
  ...SET_UP_FINDINGS,
  ...SERVICE_FINDINGS,
  ...BROWSER_FINDINGS,
}

/** A finding on a page. */
export interface Finding extends CatalogueEntry {
  readonly id: FindingId
  /** What was seen that decides it. Holds no secret. */
  readonly seen: string
}

/** A finding of the catalogue, with what was seen. */
export const found = (id: FindingId, seen: string): Finding => ({ id, ...FINDINGS[id], seen })
