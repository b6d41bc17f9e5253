/** `npm test` with the name of what is to be tested. */
import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('says that no test has a word in its path, before anything is built', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/test.mjs', 'tabz', 'lohin'], {
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toBe('No test file has tabz or lohin in its path.\n')
  expect(stdout).toBe('')
})
