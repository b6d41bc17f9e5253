/**
 * `npm run fuzz`: each property over random input 10 000 times, or as often as the first argument says. More arguments
 * go on to vitest, such as the name of one file. A failure prints its seed and the smallest input that fails: put that
 * input into the `examples` of its property, and it is tried first from then on.
 */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { ROOT } from './prepare.mjs'

const [first, ...rest] = process.argv.slice(2)
const isCount = /^\d+$/.test(first ?? '')
const runs = isCount ? first : '10000'
const files = [...(first && !isCount ? [first] : []), ...rest]

const report = `${ROOT}/node_modules/.cache/fuzz-report.json`
rmSync(report, { force: true })
const found = readdirSync(`${ROOT}/test/properties`).filter((file) => file.endsWith('.test.ts'))
console.log(`Fuzzing: ${files.join(' ') || found.map((file) => file.replace('.test.ts', '')).join(', ')}`)

const { status } = spawnSync(
  'npx',
  [
    ...[
      'vitest',
      'run',
      '--project=unit',
      '--testTimeout=3600000',
      '--typecheck.enabled=false',
      '--reporter=verbose',
      '--reporter=json',
    ],
    ...[`--outputFile.json=${report}`, ...(files.length ? files : ['test/properties/'])],
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PROPERTY_RUNS: runs },
    shell: process.platform === 'win32',
  },
)
const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
console.log(`\n${runs} runs each: ${numPassedTests} properties hold, ${numFailedTests} do not`)
process.exit(status ?? 1)
