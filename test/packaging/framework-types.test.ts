/** The types of the bindings, by the checker that each framework's own projects run. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const CHECKERS = [
  ['react', 'reader.tsx', ['typescript/bin/tsc', '-p', '.']],
  ['vue', 'Reader.vue', ['vue-tsc/bin/vue-tsc.js', '-p', '.']],
  [
    'svelte',
    'Reader.svelte',
    ['svelte-check/bin/svelte-check', '--tsconfig', './tsconfig.json', '--fail-on-warnings'],
  ],
] as const

/** What the checker says of a copy of a sample, beside the sample, since the package is found from there. Empty when it is content. */
function said(
  name: string,
  file: string,
  [bin, ...args]: readonly string[],
  edit = (code: string) => code,
): string {
  const folder = mkdtempSync(join(import.meta.dirname, `frameworks/${name}-`))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(join(import.meta.dirname, 'frameworks', name), folder, { recursive: true })
  writeFileSync(join(folder, file), edit(readFileSync(join(folder, file), 'utf8')))
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

describe.each(CHECKERS)('the types of portico/%s', (name, file, checker) => {
  it('are what a component needs, and refuse what is wrong', () => {
    expect(said(name, file, checker)).toBe('')
  })

  it('are looked at', () => {
    const wrong = (code: string) => code.replace("'connected'", "'conected'")
    expect(said(name, file, checker, wrong)).toContain('conected')
  })
})
