/** Runs vitest for commands that count its results, and what the result files say of the set-up. */
import { readFileSync, rmSync } from 'node:fs'
import { execute, ROOT, run, tool } from '../system/processes.mjs'

/** The reporters of a run that somebody looks at. */
export const SHOWN = ['--reporter=default', `--reporter=${ROOT}/scripts/vitest/progress-reporter.mjs`]

/** A report of no test: that of a run which ended before its first one, and has said why. */
const NOTHING = { numPassedTests: 0, numFailedTests: 0, numTotalTests: 0, testResults: [] }

/**
 * Runs tests, and shows how they fare.
 *
 * @param {string} name of the report's file
 * @param {string[]} args of `vitest run`
 * @param {Record<string, string>} env besides this process's own
 */
export async function runTests(name, args, env = {}) {
  const file = `${ROOT}/node_modules/.cache/${name}-report.json`
  rmSync(file, { force: true })
  const vitest = tool('vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile.json=${file}`, ...args)
  const { status } = await execute(vitest, { env })
  try {
    return { status, ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch {
    return { status, ...NOTHING }
  }
}

/** The tests of a project, none of which is run: the file of each. */
export async function testsIn(project) {
  const file = `${ROOT}/node_modules/.cache/${project}-list.json`
  await run(tool('vitest/vitest.mjs', 'list', `--project=${project}`, `--json=${file}`), { quiet: true })
  return JSON.parse(readFileSync(file, 'utf8')).map((test) => test.file)
}

/** A file's path in the project, as vitest writes it: with slashes. */
const pathOf = (file) => file.slice(ROOT.length).replace(/^\//, '')

/** The tests of a report, in order of their files, each with its file's path in the project. */
export function testsOf({ testResults }) {
  return testResults
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap(({ name, assertionResults }) =>
      assertionResults.map((test) => ({ ...test, file: pathOf(name) })),
    )
}

/** A line for each test of a report that failed, and for each file that failed before its tests: where, and why. */
export function failuresOf(report) {
  const firstLine = (message = '') => message.split('\n', 1)[0]
  const hasFailed = ({ status }) => status === 'failed'
  const tests = testsOf(report)
    .filter(hasFailed)
    .map(({ file, fullName, failureMessages }) => `${file} > ${fullName}: ${firstLine(failureMessages[0])}`)
  const files = report.testResults
    .filter((result) => hasFailed(result) && !result.assertionResults.some(hasFailed))
    .map(({ name, message }) => `${pathOf(name)}: ${firstLine(message)}`)
  return [...files, ...tests]
}

/** Versions of the library, of these packages as they are installed, and of Node. */
export function versions(...packages) {
  const versionIn = (folder) => JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')).version
  const used = packages.map((name) => `${name} ${versionIn(`${ROOT}/node_modules/${name}`)}`)
  return [`Portico ${versionIn(ROOT)}`, ...used, `Node ${process.versions.node}`].join(', ')
}

/** A number with a gap between thousands. */
export const number = (value) => String(value).replace(/\B(?=(\d{3})+$)/g, ' ')

/** A table in Markdown; columns of numbers stand at the right. */
export function table([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  const isNumber = (column) => rows.every((cells) => /^[\d ]+$/.test(cells[column]))
  const rule = head.map((_, column) => (isNumber(column) ? '--:' : '---'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}
