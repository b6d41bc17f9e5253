/** Writes docs/wrong-set-ups.md and its pictures: what console and panel say of ten wrong set-ups. Takes the README's pictures, too. */
import { build, installDependencies } from '../build/prepare.mjs'
import { execute, ROOT, tool } from '../system/processes.mjs'

await installDependencies()
await build()
const vitest = tool('vitest/vitest.mjs', 'run', '--project=diagnosis', 'test/diagnosis/wrong-set-ups.test.ts')
const { status } = await execute(vitest, { env: { PORTICO_PICTURES: `${ROOT}/docs` } })
if (!status) {
  const { takeDemoPictures } = await import('./demo.mjs')
  await takeDemoPictures()
}
process.exit(status)
