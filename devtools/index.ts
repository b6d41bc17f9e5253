/**
 * What developers look into an identity with.
 */
export { type CatalogueEntry, FINDINGS, type Finding, type FindingId, type Severity } from './catalogue.ts'
export { type ComposedPlugin, noted } from './composition.ts'
export { consoleFindings } from './console-findings.ts'
export { type DevtoolsApi, type DevtoolsOptions, devtools } from './devtools.ts'
export { diagnose } from './diagnose.ts'
