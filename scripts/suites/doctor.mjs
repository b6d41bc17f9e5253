/**
 * `npm run verify doctor`: every finding in a real browser, with its fault and without, ten wrong set-ups, and all that the
 * panel does. `-- wrong-set-ups` runs a part. `npm test` has the core of it, `test/e2e/devtools.test.ts`, which is run here too.
 */
import { build, installDependencies } from '../build/prepare.mjs'
import { run, tool } from '../system/processes.mjs'

const ALL = ['test/doctor/', 'test/e2e/devtools.test.ts']

await installDependencies()
await build()
const chosen = process.argv.slice(2)
const projects = ['--project=doctor', '--project=e2e']
await run(tool('vitest/vitest.mjs', 'run', ...projects, ...(chosen.length > 0 ? chosen : ALL)))
