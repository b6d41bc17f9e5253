/** The types of the bindings, and of the pages in `examples/` that use them, by the checker that each framework's own projects run. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { removePage, takePage } from '../e2e/support/vite-page.ts'

const CHECKERS = [
  ['react', ['reader.tsx', 'page-elements.tsx'], ['typescript/bin/tsc', '-p', '.']],
  ['vue', ['Reader.vue', 'PageElements.vue'], ['vue-tsc/bin/vue-tsc.js', '-p', '.']],
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

/** A sample with its own wrong copies in it, beside the sample, since the package is found from there. */
function withWrongCopies(name: string, files: readonly string[]): string {
  const folder = mkdtempSync(join(import.meta.dirname, `frameworks/${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(import.meta.dirname, 'frameworks', name), folder, { recursive: true })
  for (const file of files) {
    const code = readFileSync(join(folder, file), 'utf8')
    writeFileSync(join(folder, `${WRONG}${file}`), code.replace(/(['"])connected\1/, "'conected'"))
  }
  return folder
}

describe.each(CHECKERS)('the types of portico/%s and portico/element', (name, files, checker) => {
  it('are what a component needs, and refuse what is wrong', () => {
    const found = said(withWrongCopies(name, files), checker)
    expect(found).toContain('conected')
    const named = found.match(/[\w-]+\.(tsx?|vue|svelte)\b/g)
    expect(new Set(named)).toEqual(new Set(files.map((file) => `${WRONG}${file}`)))
  })
})

describe.each([...CHECKERS, ['elements', [], CHECKERS[0][2]] as const])(
  'the types of examples/%s',
  (name, _, checker) => {
    it('are right', () => {
      const folder = takePage(name)
      onTestFinished(() => removePage(folder))
      expect(said(folder, checker)).toBe('')
    })
  },
)
