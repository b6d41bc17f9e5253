// Builds the package: the library, the stores, and the command.

import { basename } from 'node:path'
import { type BuildConfig, defineBuildConfig } from 'unbuild'
import { writeDeclarations } from '../scripts/build/declarations.mjs'

const IMPORTED = ['index', 'store/sqlite', 'store/redis', 'store/postgres', 'store/contract']
const ENTRIES = [...IMPORTED, 'command/command']

const config: BuildConfig[] = defineBuildConfig({
  entries: ENTRIES.map((entry) => ({ input: `src/${entry}`, name: basename(entry) })),
  clean: true,
  rollup: { emitCJS: false, esbuild: { target: 'node20' } },
  hooks: {
    'rollup:done'({ options }) {
      for (const entry of IMPORTED) writeDeclarations(options.rootDir, `${entry}.ts`)
    },
  },
})

export default config
