// Builds the package: the library, the stores, and the command.

import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type BuildConfig, defineBuildConfig } from 'unbuild'
import { declarationsOf } from '../scripts/declarations.mjs'

const IMPORTED = ['index', 'store/sqlite', 'store/redis', 'store/contract']
const ENTRIES = [...IMPORTED, 'command/command']

/** Writes the declarations of a source file, and of those that they import. */
function declare(rootDir: string, source: string): void {
  const target = join(rootDir, 'dist/types', source.replace(/\.ts$/, '.d.ts'))
  // Another file has imported it before.
  if (existsSync(target)) return
  const declarations = declarationsOf(join(rootDir, 'src', source))
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, declarations)
  for (const [, file = ''] of declarations.matchAll(/'(\.{1,2}\/[^'\n]+\.ts)'/g))
    declare(rootDir, join(dirname(source), file))
}

const config: BuildConfig[] = defineBuildConfig({
  entries: ENTRIES.map((entry) => ({ input: `src/${entry}`, name: basename(entry) })),
  clean: true,
  rollup: { emitCJS: false, esbuild: { target: 'node20' } },
  hooks: {
    'rollup:done'({ options }) {
      for (const entry of IMPORTED) declare(options.rootDir, `${entry}.ts`)
    },
  },
})

export default config
