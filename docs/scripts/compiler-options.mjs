/** How samples of the documentation are compiled: by Twoslash while the site is made, and by the tests. */
import { fileURLToPath } from 'node:url'
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
  // Of test runners that this project does not install: what a sample references by its first line.
  typeRoots: ['../types', '../../node_modules/@types'].map((folder) =>
    fileURLToPath(new URL(folder, import.meta.url)),
  ),
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  allowImportingTsExtensions: true,
  noEmit: true,
  skipLibCheck: true,
}

/** What would bring a hundred packages for its types, and components of Svelte, which its own compiler reads. */
export const AMBIENT = `
declare module '@jest/globals' { export { beforeEach, expect, it } from 'vitest' }
declare module '@testing-library/react' {
  type Query = (by: string, options?: { name: string }) => HTMLElement
  type Find = (by: string, options?: { name: string }) => Promise<HTMLElement>
  export const screen: Record<'getByText' | 'queryByText', Query> & Record<'findByText' | 'findByRole', Find>
  export const fireEvent: { click(element: HTMLElement): void }
  export function render(element: object): void
  export function act(run: () => Promise<unknown>): Promise<void>
  export function cleanup(): void
}
declare module '@storybook/react-vite' {
  import type { ComponentProps, ComponentType, JSXElementConstructor } from 'react'
  export interface Meta<Component> { component: Component }
  export interface StoryObj<Component extends JSXElementConstructor<never>> { args: Partial<ComponentProps<Component & JSXElementConstructor<object>>> }
}
declare module 'cypress' {
  type On = (event: string, handler: unknown) => void
  interface Config { env: Record<string, unknown> }
  export function defineConfig(config: { e2e: { baseUrl: string, setupNodeEvents(on: On, config: Config): Promise<Config> } }): object
}
declare module '*.svelte' { const component: import('svelte').Component; export default component }
`
