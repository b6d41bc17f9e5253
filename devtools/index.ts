/**
 * What developers use to look into an identity.
 */
export { type CatalogueEntry, FINDINGS, type Finding, type FindingId, type Severity } from './catalogue.ts'
export { checkNames } from './checks/names.ts'
export { consoleFindings } from './console-findings.ts'
export { type DevtoolsApi, type DevtoolsOptions, devtools } from './devtools.ts'
export { diagnose } from './diagnose.ts'
