/**
 * `npm run verify`: lists the long suites, and says when each ran last on this machine. `npm run verify soak mutate` runs those
 * that are named, one after the other. What stands after `--` goes to each of them: `npm run verify soak -- --seed=2`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { installDependencies, readJson } from './build/prepare.mjs'
import { SUITES } from './suites/list.mjs'
import { runSuite } from './suites/run.mjs'
import { endWithNpm, ROOT } from './system/processes.mjs'

const RUNS = '.cache/verify.json'

const runs = readJson(RUNS) ?? {}

/** What is known of a suite's last run. */
function lastRun(name) {
  const run = runs[name]
  if (!run) return 'never ran here'
  const took = run.seconds < 90 ? `${run.seconds} s` : `${Math.round(run.seconds / 60)} min`
  return `${run.passed ? 'passed' : 'FAILED'} ${run.at.slice(0, 16).replace('T', ' ')} UTC, ${took}`
}

function list() {
  const width = Math.max(...Object.keys(SUITES).map((name) => name.length))
  console.log('The long suites: npm run verify <name> …\n')
  for (const [name, { says }] of Object.entries(SUITES))
    console.log(`${name.padEnd(width)}  ${says}\n${' '.repeat(width)}  ${lastRun(name)}`)
}

/** Runs a suite, and writes down how it went. @returns whether it passed */
async function verify(name, args) {
  const began = Date.now()
  console.log(`\n${name}: ${SUITES[name].says}`)
  const passed = await runSuite(SUITES[name], args)
  runs[name] = {
    passed,
    at: new Date(began).toISOString(),
    seconds: Math.round((Date.now() - began) / 1000),
  }
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  writeFileSync(join(ROOT, RUNS), `${JSON.stringify(runs, null, 2)}\n`)
  return passed
}

endWithNpm()
const given = process.argv.slice(2)
// npm takes the `--` for itself: the names come first, and what follows them belongs to the suites.
const afterNames = given.findIndex((word) => !Object.hasOwn(SUITES, word))
const names = afterNames < 0 ? given : given.slice(0, afterNames)
const args = given.slice(names.length).filter((word) => word !== '--')
// Several suites share no words, only options: a word among them is a name that is mistyped.
const mistyped = args.find((word) => names.length !== 1 && !word.startsWith('-'))

if (mistyped) console.error(`There is no suite of this name: ${mistyped}\n`)
if (mistyped || !names.length) {
  list()
  process.exit(mistyped ? 1 : 0)
}
await installDependencies()
const failed = []
for (const name of names) if (!(await verify(name, args))) failed.push(name)
if (failed.length) console.error(`\nFailed: ${failed.join(', ')}`)
process.exit(failed.length ? 1 : 0)
