/** README.md, whose first screen is that of the front page: its samples are whole, and run. */
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

const SAMPLES = samplesOf('README', readme).filter(({ language }) => language === 'ts')

it.each(SAMPLES.map(({ code }, at) => [at + 1, code]))(
  'has a sample that shows nobody once the reader has logged out elsewhere (%i)',
  async (_, code) => {
    const page = openPage('https://www.site.com/')
    page.answer(json(200, ADA), json(400, NO_SESSION))
    runOn(page, await bundleOf('README.md', 'main.ts', { files: { 'main.ts': code }, format: 'esm' }))
    const shown = () => page.window.document.title
    await vi.waitFor(() => expect(shown()).toBe('Ada'))
    const { schIdentity } = page.window as unknown as { schIdentity: Identity }
    schIdentity.clearCachedUserSession()
    await schIdentity.isLoggedIn()
    await vi.waitFor(() => expect(shown()).toBe('Hello'))
  },
)

it('has samples of ten lines at most', () => {
  for (const { code } of SAMPLES)
    expect(
      code.split('\n').filter((line) => line.trim() && !line.trim().startsWith('//')).length,
    ).toBeLessThanOrEqual(10)
})

it('has the first screen of the front page', () => {
  expect(source('index.md')).toContain(SAMPLES[0]?.code.trim())
})
