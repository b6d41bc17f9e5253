// Builds the package: the library and the command with unbuild, then the browser bundles that the services hand
// out with esbuild. The demo site uses `portico` as built at the repository's root.

import { type BuildConfig, defineBuildConfig } from 'unbuild'
import { buildBrowserBundles } from './build-browser.ts'

const config: BuildConfig[] = defineBuildConfig({
  entries: [
    { input: 'src/index', name: 'index' },
    { input: 'src/cli', name: 'cli' },
  ],
  declaration: 'node16',
  clean: true,
  rollup: { emitCJS: false, esbuild: { target: 'node20' } },
  hooks: {
    'build:done': (context) => buildBrowserBundles(`${context.options.rootDir}/dist/browser`),
  },
})

export default config
