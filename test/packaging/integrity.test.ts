/** The hash by which a page pins the script-tag build, as the build prints it, and the command of the documentation. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FILES, source } from '../docs/pages.ts'

const built = readFileSync('dist/portico.min.js')
const integrity = `sha384-${createHash('sha384').update(built).digest('base64')}`

it('is printed by the script that the build runs', () => {
  expect(execFileSync(process.execPath, ['scripts/integrity.mjs'], { encoding: 'utf8' })).toBe(
    `dist/portico.min.js  integrity="${integrity}"\n`,
  )
})

it('is printed by the command of the documentation, and stands on no page: it changes with each build', () => {
  const [, program = ''] = /^node -p "(.*sha384.*)"$/m.exec(source('recipes/script-tag.md')) ?? []
  expect(program).toContain('node_modules/portico/dist/portico.min.js')
  const here = program.replace('node_modules/portico/', '')
  expect(execFileSync(process.execPath, ['-p', here], { encoding: 'utf8' })).toBe(`${integrity}\n`)
  for (const text of [...FILES.map(source), readFileSync('README.md', 'utf8')])
    expect(text).not.toMatch(/sha384-[\w+/]{64}/)
})
