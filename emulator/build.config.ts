// Builds the package: the library and the command with unbuild, then the browser bundles that the services hand
// out with esbuild. The demo site uses `portico` as built at the repository's root, on its server as well; what it
// uses is inside of the build, so that the package needs no other.

import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildConfig, defineBuildConfig } from 'unbuild'
import { writeDeclarations } from '../scripts/build/declarations.mjs'
import { buildBrowserBundles } from './build-browser.ts'

const LIBRARY = fileURLToPath(new URL('../dist/server/index.js', import.meta.url))

/** The session service, as it is built beside. */
const serviceFile = (name: string): string =>
  fileURLToPath(new URL(`../session-service/dist/${name}.mjs`, import.meta.url))

const ENTRIES = [
  ...['index', 'cli', 'localhost'],
  ...['playwright', 'cypress', 'cypress-commands', 'vitest'].map((name) => `runners/${name}`),
]

const config: BuildConfig[] = defineBuildConfig({
  entries: ENTRIES.map((entry) => ({ input: `src/${entry}`, name: basename(entry) })),
  clean: true,
  externals: ['@playwright/test', 'vitest'],
  alias: {
    'portico/server': LIBRARY,
    'portico-session-service/sqlite': serviceFile('sqlite'),
    'portico-session-service': serviceFile('index'),
  },
  rollup: { emitCJS: false, esbuild: { target: 'node20' } },
  hooks: {
    'build:prepare'() {
      for (const file of [LIBRARY, serviceFile('index')])
        if (!existsSync(file)) throw new Error(`Run "npm run build" there first: ${file} is missing`)
    },
    'rollup:done'({ options }) {
      for (const entry of ENTRIES) writeDeclarations(options.rootDir, `${entry}.ts`)
    },
    'build:done': ({ options }) => buildBrowserBundles(`${options.rootDir}/dist/browser`),
  },
})

export default config
