/** How samples of the documentation are compiled: by Twoslash while the site is made, and by the tests. */
import ts from 'typescript'

/** @type {ts.CompilerOptions} */
export const COMPILER_OPTIONS = {
  target: ts.ScriptTarget.ES2022,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.Preserve,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  moduleDetection: ts.ModuleDetectionKind.Force,
  jsx: ts.JsxEmit.ReactJSX,
  types: ['node'],
  strict: true,
  noUncheckedIndexedAccess: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
}

/** What would bring a hundred packages for its types, and components of Svelte, which its own compiler reads. */
export const AMBIENT = `
declare module '@jest/globals' { export { afterEach, expect, it } from 'vitest' }
declare module '*.svelte' { const component: import('svelte').Component; export default component }
`
