/** The types of the bindings, and of the pages in `examples/` that use them, by the checker that each framework's own projects run. */
import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { removePage, takePage } from '../e2e/support/vite-page.ts'

const CHECKERS = [
  ['react', ['reader.tsx', 'page-elements.tsx'], ['typescript/bin/tsc', '-p', '.']],
  ['vue', ['SiteReader.vue', 'PageElements.vue'], ['vue-tsc/bin/vue-tsc.js', '-p', '.']],
  [
    'svelte',
    ['Reader.svelte', 'PageElements.svelte'],
    ['svelte-check/bin/svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings'],
  ],
] as const

/** What a checker says of a folder. Empty when it is content. */
function said(folder: string, [bin, ...args]: readonly string[]): string {
  try {
    execFileSync(process.execPath, [join(process.cwd(), 'node_modules', `${bin}`), ...args], {
      cwd: folder,
      encoding: 'utf8',
      stdio: 'pipe',
    })
    return ''
  } catch (error) {
    // Some write in colours where a machine tests.
    return stripVTControlCharacters((error as { stdout: string }).stdout)
  }
}

/** How the name of a wrong copy begins. */
const WRONG = 'wrong-'

/** A page of `examples/`, with samples of its framework and wrong copies of them in it: a checker's start takes most of its time. */
function pageWithSamples(name: string, files: readonly string[]): string {
  const page = takePage(name)
  onTestFinished(() => removePage(page))
  const folder = join(page, 'src/samples')
  if (files.length) cpSync(join(import.meta.dirname, 'frameworks', name), folder, { recursive: true })
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8')
    writeFileSync(join(folder, `${WRONG}${file}`), code.replace(/(['"])connected\1/, "'conected'"))
  }
  return page
}

describe.each(CHECKERS)('the types of portico/%s and portico/element', (name, files, checker) => {
  it(`are what a component and examples/${name} need, and refuse what is wrong`, () => {
    const found = said(pageWithSamples(name, files), checker)
    expect(found).toContain('conected')
    const named = found.match(/[\w-]+\.(tsx?|vue|svelte)\b/g)
    expect(new Set(named)).toEqual(new Set(files.map((file) => `${WRONG}${file}`)))
  })
})

it('the types of portico/element are what examples/elements needs, by TypeScript 7', () => {
  expect(said(pageWithSamples('elements', []), ['typescript-7/bin/tsc', '-p', '.'])).toBe('')
})
