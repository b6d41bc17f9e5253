// Builds the package: the library and the command with unbuild, then the browser bundles that the services hand
// out with esbuild. The demo site uses `portico` as built at the repository's root, on its server as well; what it
// uses is inside of the build, so that the package needs no other.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BuildConfig, defineBuildConfig } from 'unbuild'
import { buildBrowserBundles } from './build-browser.ts'

const LIBRARY = fileURLToPath(new URL('../dist/server/index.js', import.meta.url))

const config: BuildConfig[] = defineBuildConfig({
  entries: [
    { input: 'src/index', name: 'index' },
    { input: 'src/cli', name: 'cli' },
    { input: 'src/localhost', name: 'localhost' },
    ...['playwright', 'cypress', 'cypress-commands', 'vitest'].map((name) => ({
      input: `src/runners/${name}`,
      name,
    })),
  ],
  declaration: 'node16',
  clean: true,
  externals: ['@playwright/test', 'vitest'],
  alias: { 'portico/server': LIBRARY },
  rollup: { emitCJS: false, esbuild: { target: 'node20' } },
  hooks: {
    'build:prepare'() {
      if (existsSync(LIBRARY)) return
      throw new Error('Build portico at the repository root first: dist/server/index.js is missing')
    },
    'build:done': (context) => buildBrowserBundles(`${context.options.rootDir}/dist/browser`),
  },
})

export default config
