/** The types of the bindings, and of the pages in `examples/` that use them, by the checker that each framework's own projects run. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
    return `${(error as { stdout: string }).stdout}`
  }
}

/** A copy of a sample, beside the sample, since the package is found from there. */
function copyOf(name: string, files: readonly string[] = [], edit = (code: string) => code): string {
  const folder = mkdtempSync(join(import.meta.dirname, `frameworks/${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(import.meta.dirname, 'frameworks', name), folder, { recursive: true })
  for (const file of files) writeFileSync(join(folder, file), edit(readFileSync(join(folder, file), 'utf8')))
  return folder
}

describe.each(CHECKERS)('the types of portico/%s and portico/element', (name, files, checker) => {
  it('are what a component needs, and refuse what is wrong', () => {
    expect(said(copyOf(name), checker)).toBe('')
  })

  it('are looked at', () => {
    const wrong = (code: string) => code.replace(/(['"])connected\1/, "'conected'")
    const found = said(copyOf(name, files, wrong), checker)
    for (const file of files) expect(found).toContain(file)
    expect(found).toContain('conected')
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
