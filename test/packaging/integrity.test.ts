/** The hash by which a page pins the script-tag build, as the README gives it. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const built = readFileSync('dist/portico.min.js')
const integrity = `sha384-${createHash('sha384').update(built).digest('base64')}`

it('is printed by the script that the build runs, which changes nothing that is right', () => {
  const before = readFileSync('README.md', 'utf8')
  expect(execFileSync(process.execPath, ['scripts/integrity.mjs'], { encoding: 'utf8' })).toBe(
    `dist/portico.min.js  integrity="${integrity}"\n`,
  )
  expect(readFileSync('README.md', 'utf8')).toBe(before)
})

it('is that of the file wherever the README gives one', () => {
  const given = [...readFileSync('README.md', 'utf8').matchAll(/integrity="([^"]*)"/g)]
  expect(given).toHaveLength(1)
  for (const [, hash] of given) expect(hash).toBe(integrity)
})
