/**
 * Two builds: per-file ESM with declarations, for bundlers; and one minified file for a script tag.
 */
import { readdirSync } from 'node:fs'
import { type BuildConfig, defineBuildConfig } from 'unbuild'

const TARGET = 'es2022'

const entries = ['core', 'plugins', 'presets'].flatMap((room) =>
  readdirSync(room)
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${room}/${file.slice(0, -'.ts'.length)}`)
    .map((name) => ({ input: name, name })),
)

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
    },
  },
  {
    name: 'modules',
    entries,
    clean: false,
    declaration: 'node16',
    rollup: { emitCJS: false, esbuild: { target: TARGET } },
    hooks: {
      'rollup:options'(_, options) {
        // Each file imports what it uses and no more, so that a reader and a bundler see the same graph.
        for (const output of [options.output].flat()) if (output) output.hoistTransitiveImports = false
      },
    },
  },
])

export default configs
