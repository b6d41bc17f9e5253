/**
 * The README, held against the built package. Convention: each `ts`, `js` and `html` block is a module of its own,
 * which imports what it uses; beyond that it may use the names of PRELUDE, which stand for the reader's own page.
 */
import { readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ADA } from '../support/fixtures.ts'
import { json, openPage } from '../support/page.ts'
import { compile, namesOf, problems } from './typescript.ts'

const PRELUDE = `
  import type { Identity } from 'portico'
  import type { KernelOptions } from 'portico/core'
  declare global {
    const identity: Identity
    /** Options of the kernel, the environment as an object. */
    const options: KernelOptions
    const state: string
    const button: HTMLButtonElement
    function saveDraft(): Promise<void>
    /** The script tag. */
    const Portico: typeof import('portico')
    interface WindowEventMap { 'schIdentity:ready': CustomEvent<Identity> }
  }
`

const readme = readFileSync('README.md', 'utf8')

interface Block {
  language: string
  /** Line of the README on which the code begins. */
  line: number
  code: string
}

function blocksOf(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
    ({ index, 1: language = '', 2: code = '' }) => ({
      language,
      line: markdown.slice(0, index).split('\n').length + 1,
      code,
    }),
  )
}

/** The inline scripts of a piece of HTML, their tags on lines of their own; all other lines become blank. */
function scriptsOf(html: string): string {
  let inside = false
  const lines = html.split('\n').map((line) => {
    if (/^<\/?script>$/.test(line)) inside = line === '<script>'
    else if (inside) return line
    return ''
  })
  return lines.join('\n')
}

const blocks = blocksOf(readme)

/** The blocks as files: an error on line 7 of one is on line 7 of the README. */
function filesOf(all: Block[]): Record<string, string> {
  const files: Record<string, string> = { 'readme-prelude.ts': PRELUDE }
  for (const { language, line, code } of all) {
    const blank = '\n'.repeat(line - 1)
    if (language === 'html') files[`README-${line}.js`] = `${blank}${scriptsOf(code)}\nexport {}`
    if (language === 'ts' || language === 'js')
      files[`README-${line}.${language}`] = `${blank}${code}\nexport {}`
  }
  return files
}

/** First cells of the tables under a heading, in alphabetical order: the name that each begins with. */
function rowsUnder(heading: string): string[] {
  const lines = readme.split('\n')
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading)
  if (start < 0) throw new Error(`README.md has no heading "${heading}"`)
  const length = lines.slice(start + 1).findIndex((line) => /^#+ /.test(line))
  return lines
    .slice(start + 1, length < 0 ? undefined : start + 1 + length)
    .flatMap((line) => /^\| `([^`(]+)/.exec(line)?.[1] ?? [])
    .sort()
}

afterEach(() => vi.unstubAllGlobals())

describe('the code in README.md', () => {
  it('is found', () => {
    expect(blocks.length).toBeGreaterThan(20)
    expect(new Set(blocks.map(({ language }) => language))).toEqual(new Set(['ts', 'html']))
  })

  it('type-checks against the built package, each block as a module of its own', () => {
    expect(problems(compile([], filesOf(blocks)))).toEqual([])
  })

  it.each([
    ['ts', "import { Identity } from 'portico'\nnew Identity({})"],
    ['ts', 'identity.getNothing()'],
    ['js', 'identity.login({ state: 1 })'],
    ['html', '<p></p>\n<script>\n  new Portico.Nothing()\n</script>'],
  ])('would not type-check if it were wrong: %s %s', (language, code) => {
    const [problem] = problems(compile([], filesOf([{ language, line: 40, code }])))
    expect(problem).toMatch(/^README-40\.(ts|js):4\d /)
  })

  it('shows the plugin of examples/plugin.ts as it stands', () => {
    const shown = blocks.filter(({ code }) => code.includes('freshSession({ afterSeconds = 60 }'))
    expect(shown.map(({ code }) => code)).toEqual([readFileSync('examples/plugin.ts', 'utf8')])
  })

  it('works as a script tag', async () => {
    const page = openPage('https://site.com/')
    page.answer(json(200, ADA))
    const [block] = blocks.filter(({ language }) => language === 'html')
    const library = readFileSync('dist/portico.min.js', 'utf8')
    vi.stubGlobal('window', page.window)
    const { document } = page.window
    const addEventListener = page.window.addEventListener.bind(page.window)
    new Function('document', 'addEventListener', `${library}\n${scriptsOf(block?.code ?? '')}`)(
      document,
      addEventListener,
    )
    await vi.waitFor(() => expect(document.body.dataset.loggedIn).toBe('true'))
    expect((page.window as { schIdentity?: unknown }).schIdentity).toBeDefined()
  })
})

describe('the tables of README.md', () => {
  const NAMES = {
    'Options of Identity': 'keyof IdentityOptions',
    'Options of an Environment': 'keyof Environment',
    LoginOptions: 'keyof LoginOptions',
    Methods: 'keyof Identity',
    'Options of showSimplifiedLoginWidget': 'keyof SimplifiedLoginWidgetOptions',
    'Options of enableCacheCookie': 'keyof CacheCookieOptions',
    'What a session holds': 'keyof HasSessionSuccessResponse',
    Events: 'keyof IdentityEvents',
    Errors: 'SDKErrorReason',
    Plugins: "keyof typeof import('portico/plugins')",
    'Options of a transport': 'keyof TransportOptions',
    'The kernel': 'keyof Kernel',
    Hooks: 'keyof AsyncHooks | keyof SyncHooks',
  }
  const headings = Object.keys(NAMES)
  const lists = namesOf(
    Object.fromEntries(Object.values(NAMES).map((expression, index) => [`List${index}`, expression])),
    `import type { CacheCookieOptions, Environment, HasSessionSuccessResponse, Identity, IdentityEvents,
       IdentityOptions, LoginOptions, SDKErrorReason, SimplifiedLoginWidgetOptions } from 'portico'
     import type { AsyncHooks, Kernel, SyncHooks } from 'portico/core'
     import type { TransportOptions } from 'portico/plugins'`,
  )

  it.each(headings)('have a row for everything, and for nothing else: %s', (heading) => {
    const names = lists[`List${headings.indexOf(heading)}`]
    expect(names?.length).toBeGreaterThan(1)
    expect(rowsUnder(heading)).toEqual(names)
  })

  it('have a row for each entry of the package', () => {
    const entries = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).exports)
    const names = entries
      .filter((entry) => entry !== './package.json')
      .map((entry) => entry.replace('.', 'portico'))
    expect(rowsUnder('Ways to use it')).toEqual(names.sort())
  })

  it('name no reason in a cell that does not exist', () => {
    const cells = readme.split('\n').filter((line) => /^\| `\w+\(/.test(line))
    const named = cells.flatMap((line) => [...line.matchAll(/`([a-z]+-[a-z-]+)`/g)].map(([, name]) => name))
    expect(named.length).toBeGreaterThan(20)
    expect(rowsUnder('Errors')).toEqual(expect.arrayContaining(named))
  })
})

describe('the links of README.md', () => {
  it('lead to headings and files that exist', () => {
    const anchors = [...readme.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-'),
    )
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target)
    expect(links.length).toBeGreaterThan(10)
    for (const link of links) {
      if (link.startsWith('#')) expect(anchors).toContain(link.slice(1))
      else expect(readFileSync(link === 'examples' ? 'examples/plugin.ts' : link).length).toBeGreaterThan(0)
    }
  })
})
