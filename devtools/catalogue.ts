/**
 * Every finding of the diagnosis: what is wrong, why, where one can see it, and what to do. Console, panel, report and
 * documentation take their texts from here. An id is stable within a major version.
 */
import { BROWSER_FINDINGS } from './findings/browser.ts'
import { SERVICE_FINDINGS } from './findings/service.ts'
import { SET_UP_FINDINGS } from './findings/set-up.ts'

/** `error`: sessions do not work. `warning`: they do not work for some readers. `info`: good to know. */
export type Severity = 'error' | 'warning' | 'info'

/** A finding as the catalogue has it. */
export interface CatalogueEntry {
  readonly severity: Severity
  /** What is wrong. */
  readonly what: string
  /** The cause, or what follows from it. */
  readonly why: string
  /** Where one can see it without this library, such as in the Network panel of the browser. */
  readonly sign: string
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
  /** The evidence for it. Holds no secret. */
  readonly seen: string
}

/** A finding of the catalogue, with its evidence. */
export const found = (id: FindingId, seen: string): Finding => ({ id, ...FINDINGS[id], seen })
