import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { VERSION } from '../../core/names.ts'

it('the version is that of the package', () => {
  expect(JSON.parse(readFileSync('package.json', 'utf8')).version).toBe(VERSION)
})
