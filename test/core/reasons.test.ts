import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { EXPLANATIONS, type SDKErrorReason } from '../../core/reasons.ts'

const REASONS = Object.keys(EXPLANATIONS) as SDKErrorReason[]

/** The sources without their comments, and without comparisons: what is left of a reason's name gives it to an error. */
const sources = ['bindings', 'core', 'plugins']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => `${folder}/${file}`),
  )
  .filter((file) => file !== 'core/reasons.ts')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')
  .replace(/\/\*.*?\*\/|^\s*\/\/[^\n]*$/gms, '')
  .replace(/[!=]== '[\w-]+'/g, '')

describe('the catalogue of reasons', () => {
  it('has been read together with the sources', () => {
    expect(REASONS.length).toBeGreaterThan(10)
    expect(sources).toContain("new SDKError('disposed')")
  })

  it.each(REASONS)('%s is given by the library', (reason) => {
    expect(sources).toContain(`'${reason}'`)
  })

  it.each(Object.entries(EXPLANATIONS))('%s is explained in a sentence of one line', (_, explanation) => {
    expect(explanation).toMatch(/^[A-Z][^\n]{20,}\.$/)
  })

  it('explains no two reasons alike', () => {
    expect(new Set(Object.values(EXPLANATIONS)).size).toBe(REASONS.length)
  })
})
