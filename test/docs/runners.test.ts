/** The recipes for Vitest and MSW, run by Vitest, in a project of its own. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { filesOf } from './pages.ts'

it('is a test that passes, and fails where the page is wrong', async () => {
  // Below the repository, so that the package is found by its name.
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync(join('.cache', 'vitest-recipe-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const [name, code] of Object.entries(filesOf('recipes/test-runners.md'))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), code)
  }
  // Else the repository's own would be found.
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}\n')
  const runIt = () =>
    promisify(execFile)(
      process.execPath,
      ['node_modules/vitest/vitest.mjs', 'run', '--root', folder, '--reporter=json', 'src'],
      {
        env: { ...process.env, VITEST: undefined },
      },
    ).then(
      ({ stdout }) => JSON.parse(stdout),
      ({ stdout }) => JSON.parse(stdout),
    )

  expect(await runIt()).toMatchObject({ success: true, numPassedTests: 6 })
  const page = join(folder, 'src/greeting.ts')
  writeFileSync(
    page,
    (filesOf('recipes/test-runners.md')['src/greeting.ts'] ?? '').replace('Hello, stranger', 'Hello, you'),
  )
  expect(await runIt()).toMatchObject({ success: false, numPassedTests: 4, numFailedTests: 2 })
})
