/** Writes docs/wrong-set-ups.md and its pictures: what console and panel say of ten wrong set-ups. */
import { build, installDependencies } from './prepare.mjs'
import { execute, ROOT, tool } from './processes.mjs'

await installDependencies()
await build()
const vitest = tool('vitest/vitest.mjs', 'run', '--project=doctor', 'test/doctor/wrong-set-ups.test.ts')
const { status } = await execute(vitest, { env: { PORTICO_PICTURES: `${ROOT}/docs` } })
process.exit(status)
