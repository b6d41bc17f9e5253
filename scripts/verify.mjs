/**
 * `npm run verify`: lists the long suites, and says when each ran last on this machine. `npm run verify soak mutate` runs those
 * that are named, one after the other. What stands after `--` goes to each of them: `npm run verify soak -- --seed=2`.
 * `npm run verify -- --all` runs each whose report is old, and each without a report that has not passed on this code. One that is
 * interrupted goes on where it was.
 */
import { installDependencies } from './build/prepare.mjs'
import { SUITES } from './suites/list.mjs'
import { oldSuites, recordOf, verify } from './suites/records.mjs'
import { endWithNpm } from './system/processes.mjs'

const dayOf = ({ at }) => `${at.slice(0, 16).replace('T', ' ')} UTC`

/** What is known of a suite's last run. */
function lastRun(name) {
  const run = recordOf(name)
  if (!run) return 'never ran here'
  const took = run.seconds < 90 ? `${run.seconds} s` : `${Math.round(run.seconds / 60)} min`
  return `${run.passed ? 'passed' : 'FAILED'} ${dayOf(run)}, ${took}`
}

const width = Math.max(...Object.keys(SUITES).map((name) => name.length))

function list() {
  console.log('The long suites: npm run verify <name> …\n')
  for (const [name, { says }] of Object.entries(SUITES))
    console.log(`${name.padEnd(width)}  ${says}\n${' '.repeat(width)}  ${lastRun(name)}`)
}

/** A line for each suite: how it went, what it saw, when, and at which commit. */
function table() {
  for (const name of Object.keys(SUITES)) {
    const run = recordOf(name)
    const cells = run
      ? [run.passed ? 'passed' : 'FAILED', run.saw, dayOf(run), run.commit]
      : ['not run here: its report is of this code']
    console.log([name.padEnd(width), ...cells].join(' | '))
  }
}

endWithNpm()
const given = process.argv.slice(2)
const isAll = given.includes('--all')
// npm takes the `--` for itself: the names come first, and what follows them belongs to the suites.
const afterNames = given.findIndex((word) => !Object.hasOwn(SUITES, word))
const named = afterNames < 0 ? given : given.slice(0, afterNames)
const args = given.slice(named.length).filter((word) => word !== '--' && word !== '--all')
// Several suites share no words, only options: a word among them is a name that is mistyped.
const mistyped = args.find((word) => named.length !== 1 && !word.startsWith('-'))

if (mistyped) console.error(`There is no suite of this name: ${mistyped}\n`)
if (mistyped || !(named.length || isAll)) {
  list()
  process.exit(mistyped ? 1 : 0)
}
await installDependencies()
const names = isAll ? oldSuites(Object.keys(SUITES)) : named
if (isAll) console.log(`To run: ${names.join(', ') || 'nothing'}`)
const failed = []
for (const name of names) {
  console.log(`\n${name}: ${SUITES[name].says}`)
  if (!(await verify(name, SUITES[name], args))) failed.push(name)
}
if (isAll) {
  console.log('')
  table()
}
if (failed.length) console.error(`\nFailed: ${failed.join(', ')}`)
process.exit(failed.length ? 1 : 0)
