/**
 * `npm test`: what tells most, in the order in which a fault is found soonest. `npm run test:all` runs everything but the long suites.
 * `npm test -- tabs` runs the tests whose file has that in its path.
 */
import { readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { findChromium, findFirefox, findShell, missing } from './browsers/find.mjs'
import {
  build,
  buildEmulator,
  buildLibrary,
  buildSessionService,
  installDependencies,
} from './build/prepare.mjs'
import { oldReports } from './evidence/evidence.mjs'
import { endWithNpm, npm, ROOT, run, tool } from './system/processes.mjs'
import { failuresOf, runTests, SHOWN, testsIn } from './vitest/run.mjs'

const FIREFOX_TESTS = 'test/e2e/firefox.test.ts'

/** The projects of vitest.config.ts that run on each `npm test`. The main flows are those in a browser. */
const MAIN = ['unit', 'session-service', 'tarballs']
const MAIN_FLOWS = 'main-flows'

/** Those that `npm run test:all` runs besides, without a browser; each with what it tries. */
const BUILT = {
  'react-18': 'the bindings with another React',
  packaging: 'what tools, pages and documents make of the packages',
  emulator: 'the emulator',
}

/** What else `npm test` leaves. */
const LEFT = [
  ...Object.values(BUILT),
  'everything else in a browser (test/e2e)',
  'stores on Redis and PostgreSQL',
  'the documentation’s site',
  'coverage',
]

/** For tests that wait about as long as they compute. */
const MORE_WORKERS = `--maxWorkers=${2 * availableParallelism()}`

/** Why a browser cannot be had; nothing when it can. */
async function lackOf(kind) {
  try {
    const found = kind === 'firefox' ? findFirefox() : await findChromium()
    return found ? undefined : missing(kind)
  } catch ({ message }) {
    return message
  }
}

/** Runs vitest projects; returns how many tests passed and were skipped, and a line for each failure. */
async function vitest(projects, more = [], env = {}) {
  const names = projects.map((name) => `--project=${name}`)
  console.log(`\nTesting: ${projects.join(', ')} …`)
  const report = await runTests(projects.join('-'), [...SHOWN, ...names, ...more], env)
  const { status, numPassedTests: passed, numFailedTests, numTotalTests } = report
  const failures = failuresOf(report)
  // A run may fail without a failing test: a threshold, an error outside of tests, or no test at all.
  if (!failures.length && (status !== 0 || numTotalTests === 0))
    failures.push(`${projects.join(', ')}: not a test, but the run itself; see above`)
  return { passed, failures, skipped: numTotalTests - passed - numFailedTests }
}

/** The environment of tests in a browser: a headless shell where there is one, since it is quicker, but for those that need more. */
async function browserEnvironment() {
  const shell = lack || browser !== 'chromium' ? undefined : await findShell()
  return shell ? { PORTICO_SHELL: shell } : {}
}

/** What was not run for want of a browser. The lack itself counts as a failure. */
async function notRun(projects, isRun = () => false) {
  const files = (await Promise.all(projects.map(testsIn))).flat()
  const lost = files.filter((file) => !isRun(file))
  console.error(`\nNot run: ${lost.length} end-to-end tests. ${lack}`)
  return { passed: 0, failures: [`end-to-end tests: ${lack}`], skipped: lost.length }
}

/** `npm test`. */
async function testMain() {
  const env = { PORTICO_STORES: 'sqlite', ...(await browserEnvironment()) }
  const ran = await vitest(lack ? MAIN : [...MAIN, MAIN_FLOWS], [MORE_WORKERS], env)
  return lack ? [ran, await notRun([MAIN_FLOWS])] : [ran]
}

/** `npm run test:all`. */
async function testAll() {
  // The unit tests, which check the types of everything else, wait now and then: what the others need is made meanwhile.
  console.log('Building the documentation …')
  const [unit, , env] = await Promise.all([
    vitest(['unit', 'session-service'], ['--coverage', MORE_WORKERS]),
    run(npm('run', 'build', '-w', 'docs'), { quiet: true, env: { DOCS_PLAIN: '1' } }),
    browserEnvironment(),
  ])
  const built = ['tarballs', ...Object.keys(BUILT)]
  const inBrowsers = [MAIN_FLOWS, 'e2e']
  if (!lack) return [unit, await vitest([...built, ...inBrowsers], [MORE_WORKERS], env)]
  // Without the browser that the run is for, those in Firefox are left.
  const isFirefox = (file) => browser !== 'firefox' && file.endsWith(FIREFOX_TESTS)
  const ran = [unit, await vitest(built)]
  if (browser !== 'firefox') ran.push(await vitest(['e2e'], [FIREFOX_TESTS]))
  return [...ran, await notRun(inBrowsers, isFirefox)]
}

/** Whether a test file has one of these words in its path. A word may end in a line, as vitest takes it. */
function isInAPath(words) {
  const files = ['test', 'session-service/test', 'emulator/test'].flatMap((folder) =>
    readdirSync(`${ROOT}/${folder}`, { recursive: true }).map(
      (file) => `${folder}/${file.replaceAll('\\', '/')}`,
    ),
  )
  const tests = files.filter((file) => file.endsWith('.test.ts'))
  return words.some((word) => tests.some((file) => `${ROOT}/${file}`.includes(word.replace(/:\d+$/, ''))))
}

endWithNpm()
const isAll = process.argv.includes('--all')
const chosen = process.argv.slice(2).filter((word) => word !== '--all')
// A word after an option may be the option's value.
if (chosen.length && !chosen.some((word) => word.startsWith('-')) && !isInAPath(chosen)) {
  console.error(`No test file has ${chosen.join(' or ')} in its path.`)
  process.exit(1)
}
await installDependencies()
if (chosen.length) {
  await build()
  const projects = [...MAIN, MAIN_FLOWS, ...Object.keys(BUILT), 'e2e'].map((name) => `--project=${name}`)
  await run(tool('vitest/vitest.mjs', 'run', ...SHOWN, ...projects, ...chosen))
  process.exit(0)
}
const browser = process.env.PORTICO_BROWSER || 'chromium'
const lack = await lackOf(browser)
if (lack) console.error(`${lack}\nEverything else runs now, and then this run ends as failed.`)

console.log('Checking style …')
await Promise.all([run(tool('@biomejs/biome/bin/biome', 'check')), buildLibrary()])
console.log('Checking types of the workspaces …')
await buildSessionService()
await run(tool('typescript-7/bin/tsc', '--noEmit', '-p', 'session-service'))
await Promise.all([buildEmulator(), run(tool('typescript-7/bin/tsc', '--noEmit', '-p', 'emulator'))])
const runs = await (isAll ? testAll() : testMain())
if (!isAll) console.log(`\nLeft for npm run test:all: ${LEFT.join('; ')}.`)
const old = oldReports().map(({ file }) => file)
if (old.length) console.log(`\nReports older than their sources: ${old.join(', ')}`)
const failures = runs.flatMap((ran) => ran.failures)
const total = (kind) => runs.reduce((sum, counts) => sum + counts[kind], 0)
const skipped = total('skipped') ? `, ${total('skipped')} skipped` : ''
// The first run's failures stand thousands of lines above, and a log may keep its end alone.
if (failures.length) console.log(`\nFailed:\n${failures.map((line) => `   ${line}`).join('\n')}`)
console.log(`\n${total('passed')} passed, ${failures.length} failed${skipped}`)
process.exit(failures.length ? 1 : 0)
