/**
 * Each subpath in two builds, by file, for bundlers: one for readers, and one with what developers need. The full
 * identity besides as one file for a script tag, as it is and with every plugin, each in the same two forms, and in one with devtools,
 * and the script of the relay. The development build once more as CommonJS, for test runners that load nothing else. What is for servers in one
 * build alone: there, bytes matter less than sentences.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { minify } from 'terser'
import { type BuildConfig, defineBuildConfig } from 'unbuild'
import { declarationsOf } from './scripts/build/declarations.mjs'
import { programs } from './scripts/build/programs.mjs'

const TARGET = 'es2022'

/** Every source file of a folder, without its extension. */
const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => `${folder}/${file.slice(0, -'.ts'.length).replaceAll('\\', '/')}`)

const sources = ['core', 'plugins', 'presets', 'bindings', 'devtools'].flatMap(filesOf)

/** The entries for servers. */
const SERVER = ['server/index', 'server/relay']

/** What a server's files declare. The programs that run in pages are text in there. */
const serverSources = filesOf('server').filter((file) => !file.startsWith('server/programs/'))

/** Optional peers, whose version the site chooses: those of the bindings, of servers and of tests. */
const PEERS = /^(msw|react|vue|svelte|openid-client)(\/|$)/

/**
 * Tells browsers that know it that all of the file is needed at once: they compile it while it loads. It must come
 * first, and no minifier lets it stand.
 */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** The same declarations as those of a CommonJS module. What is imported of a package are types, and those of its ES modules. */
const asCommonJs = (declarations: string) =>
  declarations
    .replaceAll(/(?<=')(\.[^'\n]*)\.ts(?=')/g, '$1.cts')
    .replaceAll(/^(import type .* from '\w[^']*')(?=;)/gm, "$1 with { 'resolution-mode': 'import' }")

/** Writes the declarations of one file, of both kinds. */
function declare(source: string): void {
  const declarations = declarationsOf(`${source}.ts`)
  writeFileSync(`dist/${source}.d.ts`, declarations)
  mkdirSync(`dist/commonjs/${dirname(source)}`, { recursive: true })
  writeFileSync(`dist/commonjs/${source}.d.cts`, asCommonJs(declarations))
}

/** React's servers leave such a file to the browser. A bundler takes directives out, so it is put in afterwards. */
const banner = ({ name }: { name: string }) => (name === 'bindings/react' ? "'use client'" : '')

/** The two builds differ by this constant alone. */
const esbuild = (isDevelopment: boolean) => ({ target: TARGET, define: { __DEV__: `${isDevelopment}` } })

const path = (file: string) => JSON.stringify(resolve(file))

/** What `Portico` is to a page by a script tag. */
const PORTICO = `import * as Portico from ${path('presets/identity.ts')}
  export default Portico`

/** The same with every plugin, for the option `plugins` and for a composition. */
const PORTICO_FULL = `import * as Portico from ${path('presets/identity.ts')}
  import { createIdentity } from ${path('core/kernel/create-identity.ts')}
  import * as plugins from ${path('plugins/index.ts')}
  export default { createIdentity, ...plugins, ...Portico }`

/** That with devtools, which the class composes. */
const PORTICO_WITH_DEVTOOLS = `import * as Portico from ${path('presets/identity.ts')}
  import { createIdentity } from ${path('core/kernel/create-identity.ts')}
  import * as plugins from ${path('plugins/index.ts')}
  import * as devtools from ${path('devtools/index.ts')}
  import { withDevtools } from ${path('devtools/script-tag.ts')}
  export default { createIdentity, ...plugins, ...Portico, ...devtools, Identity: withDevtools(Portico.Identity) }`

/** Takes what plugins require out of the build for readers: the checks of a composition are for developers. */
const withoutRequires = {
  name: 'without-requires',
  transform: (code: string, id: string) =>
    /[\\/]plugins[\\/]/.test(id)
      ? code.replaceAll(/(\bname:\s?"[\w-]+",\s*)requires:\s?\[[^\]]*\],\s*(?=setup\()/g, '$1')
      : null,
}

const SCRIPT_TAG = 'portico-script-tag'

/** The file that is built first: what was built before it goes. */
const FIRST = 'portico.min.js'

/** A module that is in no file. By one default export, since tools take a file that fills `exports` for CommonJS. */
const scriptTagModule = (code: string) => ({
  name: SCRIPT_TAG,
  resolveId: (id: string) => (id === SCRIPT_TAG ? id : null),
  load: (id: string) => (id === SCRIPT_TAG ? code : null),
})

/** One file that gives `Portico` to the page. */
const scriptTag = (isDevelopment: boolean, file: string, code: string = PORTICO): BuildConfig => ({
  name: `script tag, ${file}`,
  entries: [{ input: 'presets/identity', name: file }],
  clean: file === FIRST,
  declaration: false,
  failOnWarn: false,
  rollup: { inlineDependencies: true, esbuild: { ...esbuild(isDevelopment), minify: !isDevelopment } },
  hooks: {
    'rollup:options'(_, options) {
      options.input = SCRIPT_TAG
      options.external = () => false
      options.plugins = [scriptTagModule(code), options.plugins, isDevelopment ? [] : withoutRequires].flat()
      // ofetch makes an instance of its own from the page's globals, which nobody uses.
      options.treeshake = { manualPureFunctions: ['createFetch'], propertyReadSideEffects: false }
      options.output = [{ file: `dist/${file}`, format: 'iife', name: 'Portico', inlineDynamicImports: true }]
    },
    async 'rollup:done'() {
      const built = readFileSync(`dist/${file}`, 'utf8')
      writeFileSync(`dist/${file}`, HINT + (isDevelopment ? built : await minified(built)))
    },
  },
})

/** The same in fewer bytes. It looks across modules, which esbuild does not: that saves a twentieth of what a reader loads. */
async function minified(script: string): Promise<string> {
  const { code = '' } = await minify(script, { ecma: 2020 })
  return `${code}\n`
}

/** Writes what stands in the page of the relay as a file, out of what was just built. */
async function writeRelay(): Promise<void> {
  const { relayScript } = await import(pathToFileURL(resolve('dist/server/relay.js')).href)
  writeFileSync('dist/portico.relay.js', `${relayScript}\n`)
}

/** One file for each source file. */
const modules = (isDevelopment: boolean, outDir: string): BuildConfig => ({
  name: outDir,
  outDir,
  entries: sources.map((name) => ({ input: name, name })),
  clean: false,
  declaration: false,
  failOnWarn: !isDevelopment,
  rollup: { emitCJS: false, esbuild: esbuild(isDevelopment) },
  hooks: {
    'rollup:options'(_, options) {
      if (!isDevelopment) options.plugins = [options.plugins, withoutRequires].flat()
      for (const output of [options.output].flat()) {
        if (!output) continue
        output.entryFileNames = '[name].js'
        output.banner = banner
        // Each file imports what it uses and no more, so that a reader and a bundler see the same graph.
        output.hoistTransitiveImports = false
      }
    },
    'rollup:done'() {
      if (isDevelopment) return
      for (const source of [...sources, ...serverSources]) declare(source)
    },
  },
})

/** Test runners that know no ES modules know no packages of them either: dependencies are inside. */
const commonjs: BuildConfig = {
  name: 'dist/commonjs',
  outDir: 'dist/commonjs',
  entries: [...sources, ...SERVER].map((name) => ({ input: name, name })),
  clean: false,
  declaration: false,
  failOnWarn: false,
  rollup: { inlineDependencies: true, esbuild: esbuild(true) },
  hooks: {
    'rollup:options'(_, options) {
      options.external = (id) => PEERS.test(id)
      options.plugins = [programs, options.plugins].flat()
      options.output = [{ dir: 'dist/commonjs', format: 'cjs', entryFileNames: '[name].cjs' }]
    },
  },
}

/** What a server imports, with the parts of the kernel that it shares, in sentences for whoever reads the server's log. */
const server: BuildConfig = {
  name: 'dist/server',
  outDir: 'dist/server',
  entries: SERVER.map((name) => ({ input: name, name: name.replace('server/', '') })),
  clean: false,
  declaration: false,
  failOnWarn: false,
  rollup: { emitCJS: false, inlineDependencies: true, esbuild: esbuild(true) },
  hooks: {
    'rollup:options'(_, options) {
      options.external = (id) => PEERS.test(id)
      options.plugins = [programs, options.plugins].flat()
      options.output = [{ dir: 'dist/server', format: 'es', entryFileNames: '[name].js' }]
    },
    'rollup:done': writeRelay,
  },
}

// What is missing of the exports is told by the last alone, when all the others are there.
const configs: BuildConfig[] = defineBuildConfig([
  scriptTag(false, FIRST),
  scriptTag(false, 'portico.full.min.js', PORTICO_FULL),
  scriptTag(true, 'portico.development.js'),
  scriptTag(true, 'portico.full.development.js', PORTICO_FULL),
  scriptTag(true, 'portico.devtools.js', PORTICO_WITH_DEVTOOLS),
  commonjs,
  server,
  modules(true, 'dist/development'),
  modules(false, 'dist'),
])

export default configs
