/**
 * Bundles code the way a publisher would: esbuild, minified, for browsers of 2022, one setting for everybody.
 * Ours comes from the built package by its public exports, the others from their npm packages.
 */
import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))
export const BENCH = fileURLToPath(new URL('..', import.meta.url))

/** The setting that all bundles share. */
export const SETTING = { bundle: true, minify: true, format: 'esm', target: 'es2022', legalComments: 'none' }

/** What `portico/...` stands for: the root package's own exports, as they are published, in one of the two builds. */
const ownExports = (condition) => ({
  name: 'own exports',
  setup({ onResolve }) {
    const { exports } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'))
    onResolve({ filter: /^portico(\/|$)/ }, ({ path }) => {
      // The default is one file by several conditions.
      let { [condition]: file } = exports[path.replace(/^portico/, '.')] ?? {}
      while (file?.default) file = file.default
      return file ? { path: `${ROOT}${file.slice(2)}` } : { errors: [{ text: `No export ${path}` }] }
    })
  },
})

/** The full identity less some of its plugins. */
const lessPlugins = (names) => ({
  name: 'less plugins',
  setup({ onLoad }) {
    onLoad({ filter: /\bdist\/presets\/full\.js$/ }, ({ path }) => {
      let contents = readFileSync(path, 'utf8')
      for (const name of names) {
        const rest = contents.replace(` ${name}(),`, '')
        if (rest === contents) return { errors: [{ text: `The full identity does not compose ${name}` }] }
        contents = rest
      }
      return { contents }
    })
  },
})

/**
 * Bundles source text.
 *
 * @param {string} code ES module source; may import `portico/...` and the packages of this workspace
 * @param {import('esbuild').BuildOptions} [more] what differs from the setting, such as `format: 'iife'`
 * @param {'default' | 'development'} [condition] the build of ours to take
 * @param {string[]} [left] plugins that are left out of the full identity
 * @returns {Promise<string>} the bundle
 */
export async function bundle(code, more = {}, condition = 'default', left = []) {
  const { outputFiles } = await build({
    ...SETTING,
    ...more,
    stdin: { contents: code, resolveDir: BENCH },
    plugins: [ownExports(condition), ...(left.length ? [lessPlugins(left)] : [])],
    write: false,
    logLevel: 'error',
  })
  return outputFiles[0].text
}

/** The version of an installed package. */
export function versionOf(name) {
  const folder = [BENCH, ROOT].find((base) => existsSync(`${base}/node_modules/${name}/package.json`))
  return JSON.parse(readFileSync(`${folder}/node_modules/${name}/package.json`, 'utf8')).version
}
