/** `npm test`: everything, in the order in which a fault is found soonest. */
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { build, installDependencies, ROOT, run } from './prepare.mjs'

/** Runs vitest projects; returns how many tests passed and failed. */
function vitest(projects, ...more) {
  const report = `${ROOT}/node_modules/.cache/vitest-report.json`
  rmSync(report, { force: true })
  const names = projects.map((name) => `--project=${name}`)
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync('npx', ['vitest', 'run', ...names, ...reporters, ...more], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(readFileSync(report, 'utf8'))
  // A run may fail without a failing test: a threshold, an error outside of tests.
  return { passed, failed: Math.max(failed, status === 0 ? 0 : 1) }
}

installDependencies()
console.log('Checking style …')
run('npx', ['biome', 'check'])
build()
console.log('Checking types …')
run('npx', ['tsc', '-p', '.'])
run('npx', ['tsc', '--noEmit', '-p', 'emulator'])

const runs = [vitest(['unit'], '--coverage'), vitest(['packaging', 'emulator']), vitest(['e2e'])]
const total = (kind) => runs.reduce((sum, counts) => sum + counts[kind], 0)
console.log(`\n${total('passed')} passed, ${total('failed')} failed`)
process.exit(total('failed') ? 1 : 0)
