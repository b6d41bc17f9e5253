/**
 * `npm run verify browsers`: the end-to-end tests in Chromium and Firefox, and the main flows in WebKit. Prints how each
 * browser fared, and brings the table of docs/support.md up to date. `--only=webkit` runs a part and leaves the other rows as they
 * are. A browser that is missing is a failure.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { build, installDependencies } from '../build/prepare.mjs'
import { LIBRARY, trees } from '../evidence/evidence.mjs'
import { execute, ROOT } from '../system/processes.mjs'
import { runTests, SHOWN } from '../vitest/run.mjs'

const PAGE = `${ROOT}/docs/support.md`
const TABLE = /(?<=<!-- browsers:start -->\n)[\s\S]*(?=<!-- browsers:end -->)/
const HEADER = '| browser | day | tests | passed | failed | not run |\n|---|---|---|--:|---|--:|\n'

/** What the tests run, beside themselves. */
const SOURCES = [...LIBRARY, 'bindings', 'server', 'devtools', 'session-service/src', 'emulator/src']

const END_TO_END = {
  tests: 'all of `test/e2e` and `test/diagnosis`',
  projects: ['main-flows', 'e2e', 'diagnosis'],
  folders: [...SOURCES, 'test/e2e', 'test/diagnosis'],
}

const BROWSERS = {
  chromium: { name: 'Chromium', ...END_TO_END },
  firefox: { name: 'Firefox', ...END_TO_END },
  webkit: {
    name: 'WebKitGTK',
    tests: 'the main flows, over HTTPS: `test/webkit`',
    projects: ['webkit'],
    folders: [...SOURCES, 'test/e2e/support', 'test/webkit'],
  },
}

/** The browsers to try: all, or those that `--only` names. */
function chosen() {
  const only = process.argv.slice(2).map((argument) => /^--only=(.+)$/.exec(argument)?.[1] ?? argument)
  const names = only.flatMap((list) => list.split(','))
  const unknown = names.filter((name) => !(name in BROWSERS))
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}. Use --only=${Object.keys(BROWSERS).join(',')}`)
    process.exit(2)
  }
  return Object.keys(BROWSERS).filter((key) => names.length === 0 || names.includes(key))
}

/** Runs the tests of one browser. */
async function test(key) {
  const { name, projects, tests: what } = BROWSERS[key]
  console.log(`\n${name}: ${what.replaceAll('`', '')} …`)
  const args = [...SHOWN, ...projects.map((project) => `--project=${project}`)]
  // The end-to-end tests ask which browser they are for; those of WebKit are for no other.
  const env = key === 'webkit' ? {} : { PORTICO_BROWSER: key }
  const report = await runTests(`browser-${key}`, args, env)
  const { status, numPassedTests: passed, numFailedTests, numTotalTests, testResults } = report
  const tests = testResults.flatMap((file) => file.assertionResults)
  const told = tests.map(({ meta }) => meta?.browserVersion)
  const names = tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName)
  // A run may fail without a failing test: an error outside of tests, or no test at all.
  const failed = Math.max(numFailedTests, status === 0 && passed > 0 ? 0 : 1)
  const version = told.find(Boolean) ?? ''
  return { key, version, passed, failed, names, notRun: numTotalTests - passed - numFailedTests }
}

/** Rows of the table, those of other browsers as they stand on the page. */
function tableWith(results, table) {
  const rows = new Map([...table.matchAll(/^\|.*<!-- (\w+)\b.*-->.*$/gm)].map(([row, key]) => [key, row]))
  const day = new Date().toISOString().slice(0, 10)
  for (const { key, version, passed, failed, names, notRun } of results) {
    const { name, tests } = BROWSERS[key]
    const browser = `${name} ${version}`.trimEnd()
    const named = [failed, ...names].join('<br>').replaceAll('|', '\\|')
    rows.set(
      key,
      `| ${browser} <!-- ${key}, ${of.get(key)} --> | ${day} | ${tests} | ${passed} | ${named} | ${notRun} |`,
    )
  }
  const ordered = Object.keys(BROWSERS).flatMap((key) => rows.get(key) ?? [])
  return `${HEADER}${ordered.join('\n')}\n`
}

const keys = chosen()
if (!TABLE.test(readFileSync(PAGE, 'utf8')))
  throw new Error('docs/support.md has no place for the table of browsers')
await execute([process.execPath, 'scripts/install/browsers.mjs', ...keys])
await installDependencies()
const of = new Map(keys.map((key) => [key, trees(BROWSERS[key].folders)]))
await build()
const results = []
for (const key of keys) results.push(await test(key))
const current = readFileSync(PAGE, 'utf8')
const table = tableWith(results, TABLE.exec(current)?.[0] ?? '')
writeFileSync(
  PAGE,
  current.replace(TABLE, () => table),
)
console.log(`\n${table.replaceAll(/ <!-- .*? -->/g, '')}`)
process.exit(results.some(({ failed }) => failed > 0) ? 1 : 0)
