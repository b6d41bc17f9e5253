/** Runs what a page of the documentation shows, as a bundler and a browser would. */
import { createRequire } from 'node:module'
import { join } from 'node:path/posix'
import { build, type Plugin, transform } from 'esbuild'
import { compile as compileSvelte, compileModule as compileSvelteModule } from 'svelte/compiler'
import { vi } from 'vitest'
import { compileScript, parse } from 'vue/compiler-sfc'
import type { Page } from '../support/page.ts'
import { filesOf } from './pages.ts'

const vueModule = (code: string) =>
  compileScript(parse(code).descriptor, { id: 'sample', inlineTemplate: true }).content

const LOADERS = { ts: 'ts', tsx: 'tsx', js: 'js', vue: 'ts', svelte: 'js' } as const

/** What a bundle is for. */
export interface BundleOptions {
  files?: Record<string, string>
  format?: 'iife' | 'esm' | 'cjs'
  /** Where it runs. @default 'browser' */
  runsOn?: 'browser' | 'server'
  /** Whether frameworks say what is wrong. @default false */
  isDevelopment?: boolean
}

/** A module as esbuild reads it: components by their own compilers. */
async function moduleOf(
  name: string,
  code: string,
  { runsOn, isDevelopment }: BundleOptions,
): Promise<string> {
  const options = { generate: runsOn === 'server' ? 'server' : 'client', dev: isDevelopment } as const
  if (name.endsWith('.vue')) return vueModule(code)
  if (name.endsWith('.svelte')) return compileSvelte(code, { ...options, filename: name }).js.code
  if (!name.endsWith('.svelte.ts')) return code
  // Its compiler reads no types in modules.
  const { code: script } = await transform(code, { loader: 'ts', target: 'es2022' })
  return compileSvelteModule(script, { ...options, filename: name }).js.code
}

/** The files of a page, by their names. */
function samples(options: BundleOptions & { files: Record<string, string> }): Plugin {
  const { files } = options
  const named = (path: string) =>
    ['', '.ts', '.tsx', '.js'].map((end) => path + end).find((name) => name in files)
  return {
    name: 'samples',
    setup(made) {
      made.onResolve({ filter: /^sample:/ }, ({ path }) => ({
        path: path.slice('sample:'.length),
        namespace: 'samples',
      }))
      // In samples alone: a question for each module of the library takes a good part of a bundle's time.
      made.onResolve({ filter: /^\./, namespace: 'samples' }, ({ path, importer }) => {
        const name = named(join(importer, '..', path))
        return name
          ? { path: name, namespace: 'samples' }
          : { errors: [{ text: `the page shows no ${path}` }] }
      })
      made.onLoad({ filter: /.*/, namespace: 'samples' }, async ({ path }) => ({
        contents: await moduleOf(path, files[path] ?? '', options),
        loader: LOADERS[path.slice(path.lastIndexOf('.') + 1) as keyof typeof LOADERS],
        resolveDir: process.cwd(),
      }))
    },
  }
}

/** A bundle of a file that a page shows, and of what it imports. */
export async function bundleOf(page: string, entry: string, options: BundleOptions = {}): Promise<string> {
  const { files = filesOf(page), format = 'iife', runsOn = 'browser', isDevelopment = false } = options
  const { outputFiles } = await build({
    entryPoints: [`sample:${entry}`],
    plugins: [samples({ ...options, files })],
    bundle: true,
    write: false,
    format,
    target: 'es2022',
    jsx: 'automatic',
    jsxDev: isDevelopment,
    platform: runsOn === 'server' ? 'node' : 'browser',
    conditions: [...(runsOn === 'browser' ? ['browser'] : []), ...(isDevelopment ? ['development'] : [])],
    define: {
      'process.env.NODE_ENV': isDevelopment ? '"development"' : '"production"',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'true',
    },
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

/** Runs a bundle of the format `cjs` where there is no page; gives what it exports. */
export function runOnServer<Exports>(script: string): Exports {
  const module = { exports: {} as Exports }
  new Function('module', 'exports', 'require', script)(module, module.exports, createRequire(import.meta.url))
  return module.exports
}
