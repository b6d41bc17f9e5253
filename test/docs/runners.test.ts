/** The recipes for Vitest and MSW, run by Vitest, in a project of its own. */
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

it('is a test that passes, and fails where the page is wrong', async () => {
  // Below the repository, so that the package is found by its name.
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync(join('.cache', 'vitest-recipe-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  for (const [name, code] of Object.entries(filesOf('recipes/test-runners.md'))) {
    write(`right/${name}`, code)
    write(`wrong/${name}`, name === PAGE ? code.replace('Hello, stranger', 'Hello, you') : code)
  }
  // Else the repository's own would be found.
  write('vitest.config.mjs', 'export default {}\n')
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--root', folder, '--reporter=json'],
    { env: { ...process.env, VITEST: undefined } },
  ).catch((failure) => failure)
  const { testResults }: Report = JSON.parse(stdout)
  const outcomesOf = (copy: string) =>
    testResults
      .filter(({ name }) => name.includes(`${basename(folder)}/${copy}/`))
      .flatMap(({ assertionResults }) => assertionResults.map(({ status }) => status))
      .sort()
  expect(outcomesOf('right')).toEqual(Array(6).fill('passed'))
  expect(outcomesOf('wrong')).toEqual([...Array(2).fill('failed'), ...Array(4).fill('passed')])
})
