/** The lock file, by which machines of every kind install. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Lock, missingVariants, platformOf } from '../../scripts/install/lock.mjs'

const lock: Lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))

describe('package-lock.json', () => {
  it('has an entry for each variant of each native package: else run `npm run lock`', () => {
    expect(missingVariants(lock)).toEqual([])
  })

  it('names no registry', () => {
    expect(JSON.stringify(lock)).not.toMatch(/https?:[^"]*\.tgz/)
  })

  it('has a hash of all but variants of tools for development', () => {
    const unhashed = Object.entries(lock.packages).filter(
      ([path, { integrity, link }]) => path.includes('node_modules/') && !integrity && !link,
    )
    for (const [path, entry] of unhashed)
      expect([path, entry]).toMatchObject([path, { optional: true, dev: true }])
  })

  it('knows for which machine each variant is', () => {
    const variants = Object.values(lock.packages).flatMap(({ optionalDependencies = {} }) =>
      Object.keys(optionalDependencies).filter(platformOf),
    )
    expect(variants.length).toBeGreaterThan(100)
    for (const [path, { os, cpu }] of Object.entries(lock.packages))
      if (variants.some((name) => path.endsWith(`node_modules/${name}`)))
        expect([path, os ?? cpu]).not.toContain(undefined)
  })
})
