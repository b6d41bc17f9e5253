/** The documentation's pages: links that lead somewhere, everything that there is, and nothing twice. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { EXPLANATIONS } from 'portico/core'
import { FINDINGS } from 'portico/devtools'
import { describe, expect, it } from 'vitest'
import { expand } from '../../docs/scripts/expand.mjs'
import { QUESTIONS } from '../../docs/scripts/questions.mjs'
import { parseSequence, sequence } from '../../docs/scripts/sequence.mjs'
import { FILES, source } from './pages.ts'

/** A heading's anchor, by the rules of VitePress. */
const anchorOf = (heading: string) =>
  heading
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .replace(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .replace(/^(\d)/, '_$1')
    .toLowerCase()

const withoutCode = (markdown: string) => markdown.replace(/^(```|~~~).*?^\1$/gms, '')
const texts = new Map(FILES.map((file) => [file, withoutCode(expand(source(file)))]))

const anchorsIn = (file: string) =>
  [...(texts.get(file) ?? '').matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => anchorOf(heading))

/** What a link of a page leads to. */
function targetOf(file: string, link: string): { file: string; anchor: string | undefined } {
  const [path = '', anchor] = link.split('#')
  if (path === '') return { file, anchor }
  const absolute = path.startsWith('/') ? path.slice(1) : join(dirname(file), path)
  return { file: `${absolute.replace(/\.md$/, '')}${absolute.endsWith('/') ? 'index' : ''}.md`, anchor }
}

describe('the links of the documentation', () => {
  it('lead to pages and headings that exist', () => {
    const dead: string[] = []
    let count = 0
    for (const [file, text] of texts)
      for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
        if (/^https?:/.test(link) || link.startsWith('/reference/api/')) continue
        count += 1
        if (/\.(svg|png)$/.test(link)) {
          if (!existsSync(join('docs', dirname(file), link))) dead.push(`${file}: ${link}`)
          continue
        }
        const target = targetOf(file, link)
        const isThere =
          texts.has(target.file) && (!target.anchor || anchorsIn(target.file).includes(target.anchor))
        if (!isThere) dead.push(`${file}: ${link}`)
      }
    expect(dead).toEqual([])
    expect(count).toBeGreaterThan(80)
  })

  it('begin at the sidebar: it has each page, and each is there', () => {
    const files = readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .map((file) => file.replaceAll('\\', '/'))
      .filter((file) => file.endsWith('.md') && !/node_modules|^\.vitepress|^reference\/api/.test(file))
    expect([...files].sort()).toEqual([...FILES].sort())
  })

  it('answer the questions of somebody who knows nothing', () => {
    for (const { answer } of QUESTIONS) {
      const { file, anchor } = targetOf('index.md', answer)
      expect([file, texts.has(file)]).toEqual([file, true])
      if (anchor) expect(anchorsIn(file)).toContain(anchor)
    }
  })
})

describe('what pages take from elsewhere', () => {
  it('is a chapter for each reason of the catalogue, with its explanation, a cause and a fix', () => {
    const [, ...chapters] = (texts.get('reference/errors.md') ?? '').split(/^## /m)
    expect(chapters.map((chapter) => chapter.split('\n')[0])).toEqual(Object.keys(EXPLANATIONS))
    for (const chapter of chapters) {
      const [reason = ''] = chapter.split('\n')
      expect(chapter).toContain(`> ${EXPLANATIONS[reason as keyof typeof EXPLANATIONS]}`)
      expect(chapter).toMatch(/^\*\*Cause:\*\* .+$[\s\S]*^\*\*Fix:\*\* /m)
    }
  })

  it('is each finding of the diagnosis, with its fix', () => {
    const page = texts.get('troubleshooting.md') ?? ''
    const findings = Object.entries(FINDINGS)
    expect(findings.length).toBeGreaterThan(20)
    for (const [id, { what, fix }] of findings) {
      expect(page).toContain(`### ${id}\n`)
      expect(page).toContain(what)
      expect(page).toContain(fix)
    }
  })

  it('is what the benchmark measured', () => {
    const measured = Object.keys(JSON.parse(readFileSync('bench/bytes.json', 'utf8')))
    const rows = [...(texts.get('sizes.md') ?? '').matchAll(/^\| .+ \| [\d ]+ \| [\d ]+ \| [\d ]+ \|$/gm)]
    expect(rows.length).toBeGreaterThanOrEqual(measured.length)
  })

  it('is nothing that nobody makes', () => {
    expect(() => expand('<!-- generated: nothing -->')).toThrow('Nothing makes "nothing"')
    expect(() => expand('<!-- generated: reason nothing -->')).toThrow('There is no reason nothing')
  })

  it('are files as they stand', () => {
    const made = expand('<!-- generated: file examples/plugin.ts fresh-session.ts -->')
    expect(made).toContain(readFileSync('examples/plugin.ts', 'utf8').trimEnd())
    expect(() => expand('<!-- generated: file examples/nothing.ts nothing.ts -->')).toThrow('ENOENT')
  })
})

describe('the diagrams', () => {
  const diagrams = FILES.flatMap((file) =>
    [...source(file).matchAll(/^```sequence ([^\n]+)\n(.*?)^```$/gms)].map(([, title = '', text = '']) => ({
      file,
      title,
      text,
    })),
  )

  it('are drawn, each with its steps in words', () => {
    expect(diagrams.length).toBeGreaterThan(6)
    for (const { title, text } of diagrams) {
      const drawn = sequence(title, text)
      expect(drawn).toContain(`<figcaption>${title}</figcaption>`)
      expect(drawn.match(/<li>/g)).toHaveLength(parseSequence(text).steps.length)
      expect(drawn).not.toMatch(/NaN|undefined/)
    }
  })

  it('refuse an actor that they have not named, and a line that is no step', () => {
    expect(() => sequence('A title', 'actors: Page\nPage -> Nobody: hello')).toThrow(
      '"Nobody" is none of the actors',
    )
    expect(() => sequence('A title', 'actors: Page\nhello')).toThrow('"hello" is no step')
    expect(() => sequence('A title', 'Page -> Page: hello')).toThrow('begins with its actors')
  })

  it('show text as text', () => {
    expect(sequence('A title', 'actors: Page\nnote Page: <b>{{ a }}')).not.toMatch(/<b>|\{\{/)
  })
})
