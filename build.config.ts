/**
 * Two builds: per-file ESM with declarations, for bundlers; and one minified file for a script tag.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import ts from 'typescript'
import { type BuildConfig, defineBuildConfig } from 'unbuild'

const TARGET = 'es2022'

/** Every source file, without its extension. */
const sources = ['core', 'plugins', 'presets'].flatMap((room) =>
  readdirSync(room)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${room}/${file.slice(0, -'.ts'.length)}`),
)

/**
 * Tells browsers that know it that all of the file is needed at once: they compile it while it loads. It must come
 * first, and no minifier lets it stand.
 */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** Writes the declarations of one file. It speaks for itself alone, as `isolatedDeclarations` sees to. */
function declare(source: string): void {
  const { outputText } = ts.transpileDeclaration(readFileSync(`${source}.ts`, 'utf8'), {
    fileName: `${source}.ts`,
    compilerOptions: { target: ts.ScriptTarget.ES2022, verbatimModuleSyntax: true },
  })
  writeFileSync(`dist/${source}.d.mts`, outputText.replace(/(from '\.[^']*)\.ts'/g, "$1.mjs'"))
}

const configs: BuildConfig[] = defineBuildConfig([
  {
    name: 'script tag',
    entries: [{ input: 'presets/identity', name: 'portico.min' }],
    clean: true,
    declaration: false,
    failOnWarn: false,
    rollup: { inlineDependencies: true, esbuild: { target: TARGET, minify: true } },
    hooks: {
      'rollup:options'(_, options) {
        options.input = 'presets/identity.ts'
        options.external = () => false
        options.output = [{ file: 'dist/portico.min.js', format: 'iife', name: 'Portico', exports: 'named' }]
      },
      'rollup:done'() {
        const file = 'dist/portico.min.js'
        writeFileSync(file, HINT + readFileSync(file, 'utf8'))
      },
    },
  },
  {
    name: 'modules',
    entries: sources.map((name) => ({ input: name, name })),
    clean: false,
    declaration: false,
    rollup: { emitCJS: false, esbuild: { target: TARGET } },
    hooks: {
      'rollup:options'(_, options) {
        // Each file imports what it uses and no more, so that a reader and a bundler see the same graph.
        for (const output of [options.output].flat()) if (output) output.hoistTransitiveImports = false
      },
      'rollup:done'() {
        for (const source of sources) declare(source)
      },
    },
  },
])

export default configs
