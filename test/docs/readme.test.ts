/** README.md and the front page: their samples are whole, and run. */
import { readFileSync } from 'node:fs'
import type { Identity } from 'portico'
import { afterEach, expect, it, vi } from 'vitest'
import { ADA, NO_SESSION } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'
import { samplesOf, source } from './pages.ts'
import { bundleOf, runOn } from './run.ts'
import { compile, problems } from './typescript.ts'

const readme = readFileSync('README.md', 'utf8')

it('has samples that compile against the built package', () => {
  const samples = samplesOf('README', readme).filter(({ language }) => language === 'ts')
  expect(samples.length).toBeGreaterThan(0)
  const files = samples.map(({ line, code }) => [
    `README-${line}.ts`,
    `${'\n'.repeat(line - 1)}${code}\nexport {}`,
  ])
  expect(problems(compile([], Object.fromEntries(files)))).toEqual([])
})

afterEach(() => vi.unstubAllGlobals())

it.each([
  ['README.md', readme, 'button', 'Log out Ada', 'Log in'],
  ['the front page', source('index.md'), 'p', 'Hello, Ada', ''],
])(
  'has a sample, on %s, that shows nobody once the reader has logged out elsewhere',
  async (file, text, tag, before, after) => {
    const [{ code = '' } = {}] = samplesOf(file, text).filter(({ language }) => language === 'ts')
    const page = openPage('https://site.com/')
    page.answer(json(200, ADA), json(400, NO_SESSION))
    runOn(page, await bundleOf(file, 'main.ts', { files: { 'main.ts': code }, format: 'esm' }))
    const shown = () => page.window.document.querySelector(tag)?.textContent
    await vi.waitFor(() => expect(shown()).toBe(before))
    const { schIdentity } = page.window as unknown as { schIdentity: Identity }
    schIdentity.clearCachedUserSession()
    await schIdentity.isLoggedIn()
    await vi.waitFor(() => expect(shown()).toBe(after))
  },
)
