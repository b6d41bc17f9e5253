/**
 * What the presets use in their development build: names are checked, and findings told in the console.
 */
export { checkOptionNames, watchNames } from './checks/names.ts'
export { tellFound } from './console.ts'
export { consoleFindings } from './console-findings.ts'
