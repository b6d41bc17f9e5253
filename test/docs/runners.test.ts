/** The recipes for Vitest and MSW, and the guide’s tests, run by Vitest, each in a project of its own. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { filesOf } from './pages.ts'

/** The page that the recipes test. */
const PAGE = 'src/greeting.ts'

interface Report {
  testResults: { name: string; assertionResults: { status: string }[] }[]
}

/** A folder below the repository, so that the packages are found by their names. */
function project(): { folder: string; write: (path: string, text: string) => void } {
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync(join('.cache', 'vitest-recipe-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return { folder, write }
}

/** What came of each test in the folder. */
async function resultsIn(folder: string): Promise<Report['testResults']> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--root', folder, '--reporter=json'],
    { env: { ...process.env, VITEST: undefined } },
  ).catch((failure) => failure)
  // The samples print lines of their own before it.
  return JSON.parse(stdout.slice(stdout.indexOf('{"numTotalTestSuites"'))).testResults
}

it('is a test that passes, and fails where the page is wrong', async () => {
  const { folder, write } = project()
  for (const [name, code] of Object.entries(filesOf('recipes/test-runners.md'))) {
    write(`right/${name}`, code)
    write(`wrong/${name}`, name === PAGE ? code.replace('Hello, stranger', 'Hello, you') : code)
  }
  // Else the repository's own would be found.
  write('vitest.config.mjs', 'export default {}\n')
  const testResults = await resultsIn(folder)
  const outcomesOf = (copy: string) =>
    testResults
      .filter(({ name }) => name.includes(`${basename(folder)}/${copy}/`))
      .flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
      .sort()
  expect(outcomesOf('right')).toEqual(Array(6).fill('passed'))
  expect(outcomesOf('wrong')).toEqual([...Array(2).fill('failed'), ...Array(4).fill('passed')])
})

it('has a guide: its samples are whole tests, and all of them pass', async () => {
  const { folder, write } = project()
  const files = filesOf('guide/testing.md')
  for (const [name, code] of Object.entries(files)) write(name, code)
  const results = await resultsIn(folder)
  const tests = Object.keys(files).filter((name) => name.endsWith('.test.ts'))
  expect(results.map(({ name }) => basename(name)).sort()).toEqual(tests.sort())
  expect(results.flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))).toEqual(
    Array(6).fill('passed'),
  )
})
