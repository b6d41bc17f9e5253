/** What `npm run verify mutate` keeps of a run before. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { codeOf, Measured } from '../../scripts/suites/measured.mjs'

const FILE = 'core/urls.ts'
const MUTANT = { source: 'const one = 1\n', status: 'Survived' }

let path = ''
beforeEach(() => {
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync('.cache/measured-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  path = join(folder, 'mutants.json')
})

it('keeps the mutants of a file until its folder or its tests are others', () => {
  const measured = new Measured(path)
  measured.set(FILE, { of: 'one', isWhole: true, mutants: [MUTANT] })
  measured.write()
  const later = new Measured(path)
  expect(later.isWhole(FILE, 'one')).toBe(true)
  expect(later.isWhole(FILE, 'another')).toBe(false)
  expect(later.mutantsOf(FILE)).toEqual([MUTANT])
})

it('goes on with what survived, where a run was interrupted before all tests had met it', () => {
  const measured = new Measured(path)
  measured.set(FILE, { of: 'one', isWhole: false, mutants: [MUTANT] })
  measured.write()
  const later = new Measured(path)
  expect(later.isWhole(FILE, 'one')).toBe(false)
  expect(later.isOf(FILE, 'one')).toBe(true)
  expect(later.textOf(FILE)).toBe(MUTANT.source)
})

it('knows nothing of a file that was never measured', () => {
  expect(new Measured(path).isOf(FILE, 'one')).toBe(false)
})

it('takes the code of a folder to be its sources and its tests', () => {
  const source = relative('.', `${path}.ts`)
  const code = (text: string, tests = 'test/core/**/*.test.ts') => {
    writeFileSync(source, text)
    return codeOf([source], tests)
  }
  const before = code('export const one = 1\n')
  expect(code('// The first.\nexport const one = 1\n')).toBe(before)
  expect(code('export const one = 2\n')).not.toBe(before)
  expect(code('export const one = 1\n', 'test/server/**/*.test.ts')).not.toBe(before)
})
