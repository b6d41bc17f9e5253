/**
 * `npm run verify abuse`: the attacks and faults of `test/security`, and those that are a matter of the browser. Writes
 * `test/reports/abuse.md`: what was tried, and how each combination of faults ended.
 */
import { writeFileSync } from 'node:fs'
import { build, installDependencies } from '../build/prepare.mjs'
import { LIBRARY, trees } from '../evidence/evidence.mjs'
import { ROOT } from '../system/processes.mjs'
import { number, runTests, table, testsOf, versions } from '../vitest/run.mjs'

const RESULTS = `${ROOT}/test/reports/abuse.md`

/** How often each value comes, in the order in which it first came. */
function counted(values) {
  const counts = new Map()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
}

await installDependencies()
const of = trees([...LIBRARY, 'server', 'test/security'])
await build()
const report = await runTests('abuse', [
  ...['--project=unit', '--project=e2e', '--typecheck.enabled=false', '--reporter=default'],
  ...['test/security/', ...['abuse', 'dom-clobbering', 'heap'].map((name) => `test/e2e/${name}.test.ts`)],
])
const tests = testsOf(report)
const isMet = ({ status }) => status === 'passed'

// Of an attack that is tried with many values, a title holds what stands before the value.
const classOf = ({ file, ancestorTitles: [title = ''] }) => `\`${file}\`\n${title.replace(/ ".*/s, '')}`
const attacks = counted(tests.filter(({ meta }) => !meta.fault).map(classOf)).map(([attack, count]) => {
  const passed = tests.filter((test) => classOf(test) === attack && !test.meta.fault && isMet(test))
  return [...attack.split('\n'), number(count), number(passed.length)]
})

const faults = tests.filter(({ meta }) => meta.fault)
const outcomes = counted(faults.map(({ meta }) => meta.fault)).map(([fault]) => {
  const own = faults.filter(({ meta }) => meta.fault === fault)
  const ends = counted(own.map(({ meta }) => meta.outcome)).map(
    ([outcome, times]) => `${outcome} ${number(times)}`,
  )
  return [fault, number(own.length), number(own.filter(isMet).length), ends.join(', ')]
})

const { numPassedTests, numFailedTests } = report
const verdict = `${number(numPassedTests)} tests passed, ${number(numFailedTests)} failed`
const combinations = `${number(faults.length)} combinations of faults, ${number(faults.filter(isMet).length)} ended as they should`
console.log(`\n${verdict}; ${combinations}`)

const results = `# Attacks and faults

Written by \`npm run verify abuse\`; do not edit.

- ${verdict}
- ${combinations}
- ${versions('vitest', 'playwright-core')}
- ${of}

## Attacks

A row for each class; the file names what it tries. Those of \`test/e2e\` are tried in a real browser.

${table([['test', 'attack', 'tests', 'passed'], ...attacks])}

## Faults of the session service

Each fault, with the storage fine, full, denied and cleared in between; at the first call, with a session cached, with a call in
flight and after a logout; by each transport. A name is the session that the caller got, anything else the \`reason\` of its
\`SDKError\`. After each, the next good answer healed the page.

${table([['the service is', 'combinations', 'as they should', 'how they ended'], ...outcomes])}
`
writeFileSync(RESULTS, results)
process.exit(report.status ?? 1)
