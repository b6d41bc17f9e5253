/** README.md: short, its sample whole, its links alive. What it once held stands in docs/. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FILES, samplesOf, source } from './pages.ts'
import { compile, problems } from './typescript.ts'

const readme = readFileSync('README.md', 'utf8')

it('is short enough to be read', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(200)
})

it('has samples that compile against the built package', () => {
  const samples = samplesOf('README', readme).filter(({ language }) => language === 'ts')
  expect(samples.length).toBeGreaterThan(2)
  const files = samples.map(({ line, code }) => [
    `README-${line}.ts`,
    `${'\n'.repeat(line - 1)}${code}\nexport {}`,
  ])
  expect(problems(compile([], Object.fromEntries(files)))).toEqual([])
})

it('has links that lead to files, pages and headings that exist', () => {
  const headings = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
  expect(links.length).toBeGreaterThan(10)
  for (const link of links) {
    if (link.startsWith('#')) expect(headings).toContain(link.slice(1))
    else expect([link, existsSync(link)]).toEqual([link, true])
  }
})

it('repeats no table of the documentation', () => {
  const rows = readme.match(/^\| `.*\|$/gm) ?? []
  const theirs = FILES.flatMap((file) => source(file).match(/^\| `.*\|$/gm) ?? [])
  expect(rows.filter((row) => theirs.includes(row))).toEqual([])
})
