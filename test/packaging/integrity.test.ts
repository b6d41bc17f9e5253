/** The hash by which a page pins the script-tag build, as the build prints it and the documentation gives it. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { expand } from '../../docs/scripts/expand.mjs'
import { FILES, source } from '../docs/pages.ts'

const built = readFileSync('dist/portico.min.js')
const integrity = `sha384-${createHash('sha384').update(built).digest('base64')}`

it('is printed by the script that the build runs', () => {
  expect(execFileSync(process.execPath, ['scripts/integrity.mjs'], { encoding: 'utf8' })).toBe(
    `dist/portico.min.js  integrity="${integrity}"\n`,
  )
})

it('is that of the file wherever the documentation gives one, and comes from the file alone', () => {
  const given = FILES.flatMap((file) => [...expand(source(file)).matchAll(/integrity="([^"]*)"/g)])
  expect(given.length).toBeGreaterThan(0)
  for (const [, hash] of given) expect(hash).toBe(integrity)
  for (const text of [...FILES.map(source), readFileSync('README.md', 'utf8')])
    expect(text).not.toMatch(/sha384-[\w+/]{64}/)
})
