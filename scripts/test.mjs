/** `npm test`: everything, in the order in which a fault is found soonest. */
import { readFileSync, rmSync } from 'node:fs'
import { build, installDependencies } from './prepare.mjs'
import { endWithNpm, execute, ROOT, run, tool } from './processes.mjs'

/** Runs vitest projects; returns how many tests passed and failed. */
async function vitest(projects, ...more) {
  const report = `${ROOT}/node_modules/.cache/vitest-report.json`
  rmSync(report, { force: true })
  const names = projects.map((name) => `--project=${name}`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = await execute(tool('vitest/vitest.mjs', 'run', ...names, ...reporters, ...more))
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'))
  // A run may fail without a failing test: a threshold, an error outside of tests.
  return { passed, failed: Math.max(failed, status === 0 ? 0 : 1) }
}

endWithNpm()
await installDependencies()
console.log('Checking style …')
await run(tool('@biomejs/biome/bin/biome', 'check'))
await build()
console.log('Checking types …')
await run(tool('typescript/bin/tsc', '-p', '.'))
await run(tool('typescript/bin/tsc', '--noEmit', '-p', 'emulator'))

const runs = [
  await vitest(['unit'], '--coverage'),
  await vitest(['packaging', 'emulator']),
  await vitest(['e2e']),
]
const total = (kind) => runs.reduce((sum, counts) => sum + counts[kind], 0)
console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
process.exit(total('failed') ? 1 : 0)
