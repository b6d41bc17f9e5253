/** README.md: short, its sample whole, its links alive. What it once held stands in docs/. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { slugOf } from '../../docs/scripts/slug.mjs'
import { FILES, samplesOf, source } from './pages.ts'
import { compile, problems } from './typescript.ts'

const readme = readFileSync('README.md', 'utf8')

it('is short enough to be read', () => {
  expect(readme.split('\n').length).toBeLessThanOrEqual(200)
})

it('has samples that compile against the built package', () => {
  const samples = samplesOf('README', readme).filter(({ language }) => language === 'ts')
  expect(samples.length).toBeGreaterThan(0)
  const files = samples.map(({ line, code }) => [
    `README-${line}.ts`,
    `${'\n'.repeat(line - 1)}${code}\nexport {}`,
  ])
  expect(problems(compile([], Object.fromEntries(files)))).toEqual([])
})

it('has links that lead to files, pages and headings that exist', () => {
  const headingsIn = (text: string) =>
    [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => slugOf(heading))
  const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
  expect(links.length).toBeGreaterThan(10)
  for (const link of links) {
    const [file = '', anchor] = link.split('#')
    expect([link, file === '' || existsSync(file)]).toEqual([link, true])
    if (anchor) expect(headingsIn(readFileSync(file || 'README.md', 'utf8'))).toContain(anchor)
  }
})

it('repeats no table of the documentation', () => {
  // What is made from the benchmark's report stands in both.
  const rowsOf = (text: string) =>
    text.replaceAll(/^<!-- generated: [\s\S]*?^<!-- \/generated -->$/gm, '').match(/^\| `.*\|$/gm) ?? []
  const rows = rowsOf(readme)
  const theirs = FILES.flatMap((file) => rowsOf(source(file)))
  expect(rows.filter((row) => theirs.includes(row))).toEqual([])
})
