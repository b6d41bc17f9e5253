/** Runs what a page of the documentation shows, as a bundler and a browser would. */
import { join } from 'node:path/posix'
import { build, type Plugin } from 'esbuild'
import { compile as compileSvelte } from 'svelte/compiler'
import { vi } from 'vitest'
import { compileScript, parse } from 'vue/compiler-sfc'
import type { Page } from '../support/page.ts'
import { filesOf } from './pages.ts'

const vueModule = (code: string) =>
  compileScript(parse(code).descriptor, { id: 'sample', inlineTemplate: true }).content

const LOADERS = { ts: 'ts', tsx: 'tsx', js: 'js', vue: 'ts', svelte: 'js' } as const

/** The files of a page, by their names; components by their own compilers. */
function samples(files: Record<string, string>): Plugin {
  const named = (path: string) =>
    ['', '.ts', '.tsx', '.js'].map((end) => path + end).find((name) => name in files)
  return {
    name: 'samples',
    setup(made) {
      made.onResolve({ filter: /^\./ }, ({ path, importer, namespace }) => {
        if (namespace !== 'samples' && importer !== '<stdin>') return
        const name = named(join(namespace === 'samples' ? join(importer, '..') : '.', path))
        return name
          ? { path: name, namespace: 'samples' }
          : { errors: [{ text: `the page shows no ${path}` }] }
      })
      made.onLoad({ filter: /.*/, namespace: 'samples' }, ({ path }) => {
        const extension = path.slice(path.lastIndexOf('.') + 1) as keyof typeof LOADERS
        const code = files[path] ?? ''
        const contents =
          extension === 'vue'
            ? vueModule(code)
            : extension === 'svelte'
              ? compileSvelte(code, { generate: 'client', filename: path }).js.code
              : code
        return { contents, loader: LOADERS[extension], resolveDir: process.cwd() }
      })
    },
  }
}

/** A bundle of a file that a page shows, and of what it imports. */
export async function bundleOf(
  page: string,
  entry: string,
  files: Record<string, string> = filesOf(page),
  format: 'iife' | 'esm' = 'iife',
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `export * from './${entry}'`, resolveDir: process.cwd(), loader: 'ts' },
    plugins: [samples(files)],
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    jsx: 'automatic',
    conditions: ['browser'],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

/** Globals of a page that frameworks look for. */
const GLOBALS = [
  'document',
  'navigator',
  'location',
  'localStorage',
  'sessionStorage',
  'Node',
  'Element',
  'HTMLElement',
  'SVGElement',
  'Text',
  'Comment',
  'DocumentFragment',
  'Event',
  'CustomEvent',
  'HTMLIFrameElement',
  'HTMLMediaElement',
  'MutationObserver',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'addEventListener',
]

const AsyncFunction = (async () => {}).constructor as (code: string) => () => Promise<void>

/** Runs a script as a page's own. Undo by `vi.unstubAllGlobals`. */
export function runOn(page: Page, script: string): void {
  vi.stubGlobal('window', page.window)
  for (const name of GLOBALS) {
    const value = Reflect.get(page.window, name)
    const isMethod = typeof value === 'function' && /^[a-z]/.test(name)
    vi.stubGlobal(name, isMethod ? value.bind(page.window) : value)
  }
  // An async function, since modules may await at their top.
  AsyncFunction(script)()
}
