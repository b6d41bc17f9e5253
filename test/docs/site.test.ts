/** The documentation's pages: links that lead somewhere, and everything that there is. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { EXPLANATIONS } from 'portico/core'
import { FINDINGS } from 'portico/devtools'
import { describe, expect, it } from 'vitest'
import { expand } from '../../docs/scripts/expand.mjs'
import { packageList } from '../../docs/scripts/llms.mjs'
import { fileOf, PAGES, TAKEN } from '../../docs/scripts/pages.mjs'
import { QUESTIONS } from '../../docs/scripts/questions.mjs'
import { parseSequence, sequence } from '../../docs/scripts/sequence.mjs'
import { slugOf } from '../../docs/scripts/slug.mjs'
import { FILES, samplesOf, source } from './pages.ts'

const withoutCode = (markdown: string) => markdown.replace(/^(```|~~~).*?^\1$/gms, '')
const texts = new Map(FILES.map((file) => [file, withoutCode(source(file))]))

/** A page's text, or that of a document elsewhere in the repository, beside docs/. */
const textOf = (file: string) =>
  texts.get(file) ??
  (file.startsWith('..') && existsSync(join('docs', file)) ? withoutCode(source(file)) : '')

const anchorsIn = (file: string) =>
  [...textOf(file).matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => slugOf(heading))

/** Pages that the site takes from files elsewhere. */
const isTaken = (file: string) => Object.keys(TAKEN).some((link) => fileOf(link) === file)

/** What a link of a page leads to. */
function targetOf(file: string, link: string): { file: string; anchor: string | undefined } {
  const [path = '', anchor] = link.split('#')
  if (path === '') return { file, anchor }
  return { file: join(dirname(file), path), anchor }
}

describe('the links of the documentation', () => {
  it('lead to pages and headings that exist', () => {
    const dead: string[] = []
    let count = 0
    for (const [file, text] of texts)
      for (const [, linked, picture] of text.matchAll(/\]\(([^)\s]+)\)|\b(?:src|srcset)="([^"]+)"/g)) {
        const link = linked ?? picture ?? ''
        if (/^https?:/.test(link)) continue
        count += 1
        const target = targetOf(file, link)
        const isThere = target.file.endsWith('.md')
          ? textOf(target.file) !== '' && (!target.anchor || anchorsIn(target.file).includes(target.anchor))
          : existsSync(join('docs', target.file))
        if (!isThere) dead.push(`${file}: ${link}`)
      }
    expect(dead).toEqual([])
    expect(count).toBeGreaterThan(80)
  })

  it('begin at the sidebar: it has each page, and each is there', () => {
    const files = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter(
        (file) =>
          file.endsWith('.md') && !/node_modules|^\.vitepress|^reference\/api/.test(file) && !isTaken(file),
      )
    expect([...files].sort()).toEqual([...FILES].sort())
  })

  it('stand in llms.txt of the package too, whose links lead to files that are packed', () => {
    const text = readFileSync('llms.txt', 'utf8')
    expect(text).toBe(packageList())
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(50)
    expect(links.filter((link) => !existsSync(link))).toEqual([])
    const { files } = JSON.parse(readFileSync('package.json', 'utf8'))
    expect(files).toContain('llms.txt')
    // A copy that the site has made of such a page is not packed beside it.
    expect(files).toEqual(expect.arrayContaining(Object.keys(TAKEN).map((link) => `!docs/${fileOf(link)}`)))
  })

  it('answer the questions of somebody who knows nothing', () => {
    for (const { answer } of QUESTIONS) {
      const [path = '', anchor] = answer.split('#')
      const file = path in TAKEN ? `../${TAKEN[path]}` : fileOf(path)
      expect([file, textOf(file) !== '']).toEqual([file, true])
      if (anchor) expect(anchorsIn(file)).toContain(anchor)
    }
  })
})

describe('what pages take from elsewhere', () => {
  it.each(PAGES)('is up to date: "npm run pages -w docs" writes it: %s', (page) => {
    const text = readFileSync(page, 'utf8')
    expect(text).toBe(expand(text, page))
  })

  it('is a chapter for each reason of the catalogue, with its explanation, a cause and a fix', () => {
    const [, ...chapters] = (texts.get('reference/errors.md') ?? '').split(/^## /m)
    expect(chapters.map((chapter) => chapter.split('\n')[0])).toEqual(Object.keys(EXPLANATIONS))
    for (const chapter of chapters) {
      const [reason = ''] = chapter.split('\n')
      expect(chapter).toContain(`> ${EXPLANATIONS[reason as keyof typeof EXPLANATIONS]}`)
      expect(chapter).toMatch(/^\*\*Cause:\*\* .+$[\s\S]*^\*\*Fix:\*\* /m)
    }
  })

  it('has two examples for each finding: one that causes it, and one that mends it', () => {
    for (const id of Object.keys(FINDINGS)) {
      const [, chapter = ''] = source('troubleshooting.md').split(`\n### ${id}\n`)
      const [own = ''] = chapter.split(/^#{2,3} /m)
      const codes = samplesOf('troubleshooting.md', own).map(({ code }) => code)
      expect([id, codes.length, new Set(codes).size]).toEqual([id, 2, 2])
    }
  })

  it.each([
    ['Errors', 'error'],
    ['Warnings', 'warning'],
    ['Good to know', 'info'],
  ])('is a heading for each finding, with its texts, under %s', (heading, severity) => {
    const [, page = ''] = (texts.get('troubleshooting.md') ?? '').split(new RegExp(`^## ${heading}$`, 'm'))
    const [, ...chapters] = (page.split(/^## /m)[0] ?? '').split(/^### /m)
    const findings = Object.entries(FINDINGS).filter(([, finding]) => finding.severity === severity)
    expect(findings.length).toBeGreaterThan(4)
    expect(chapters.map((chapter) => chapter.split('\n')[0])).toEqual(findings.map(([id]) => id))
    for (const [index, [, { what, why, sign, fix }]] of findings.entries())
      expect(chapters[index]).toContain(
        `**${what}** ${why}\n\nHow to see it: ${sign}\n\nWhat to do: ${fix}\n\n`,
      )
  })
})

describe('the diagrams', () => {
  const diagrams = FILES.flatMap((file) =>
    [...source(file).matchAll(/^```mermaid\n(.*?)^```$/gms)].map(([, text = '']) => text),
  )

  it('are drawn, each with its steps in words', () => {
    expect(diagrams.length).toBeGreaterThan(6)
    for (const text of diagrams) {
      const drawn = sequence(text)
      expect(drawn).toContain(`<figcaption>${parseSequence(text).title}</figcaption>`)
      expect(drawn.match(/<li>/g)).toHaveLength(parseSequence(text).steps.length)
      expect(drawn).not.toMatch(/NaN|undefined/)
    }
  })
})
