/**
 * `npm run verify fuzz`: each property over random input 10 000 times, or as often as the first argument says. More arguments
 * go on to vitest, such as the name of one file. A failure prints its seed and the smallest input that fails: put that
 * input into the `examples` of its property, and it is tried first from then on. A run of everything writes
 * `test/reports/fuzz.md`.
 */
import { writeFileSync } from 'node:fs'
import { installDependencies } from '../build/prepare.mjs'
import { LIBRARY, trees } from '../evidence/evidence.mjs'
import { ROOT } from '../system/processes.mjs'
import { number, runTests, table, testsOf, versions } from '../vitest/run.mjs'

const RUNS = '10000'
const FOLDER = 'test/properties'

const [first, ...rest] = process.argv.slice(2)
const isCount = /^\d+$/.test(first ?? '')
const runs = isCount ? first : RUNS
const files = [...(first && !isCount ? [first] : []), ...rest]

await installDependencies()
const of = trees([...LIBRARY, 'server', 'devtools', 'test/properties'])
const report = await runTests(
  'fuzz',
  [
    ...['--project=unit', '--testTimeout=3600000', '--typecheck.enabled=false', '--reporter=verbose'],
    ...(files.length ? files : [`${FOLDER}/`]),
  ],
  { PROPERTY_RUNS: runs },
)

const rows = testsOf(report).map(({ file, fullName, status }) => [
  `\`${file.slice(FOLDER.length + 1)}\``,
  fullName,
  number(runs),
  status === 'passed' ? 'holds' : '**does not hold**',
])
const { numPassedTests, numFailedTests } = report
const verdict = `${number(runs)} runs each: ${numPassedTests} properties hold, ${numFailedTests} do not`
console.log(`\n${verdict}`)

const results = `# Fuzzing

Written by \`npm run verify fuzz\`; do not edit.

- ${verdict}
- ${versions('fast-check', 'vitest')}
- ${of}

Whatever comes from outside the library (a session service, the tab's storage, a consent platform, the page's own options and
links) is made up at random, nearly right as often as wrong. A property says what is true whatever comes.

${table([['test', 'property', 'runs', 'verdict'], ...rows])}
`
if (runs === RUNS && files.length === 0) writeFileSync(`${ROOT}/test/reports/fuzz.md`, results)
process.exit(report.status ?? 1)
