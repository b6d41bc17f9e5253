/** The command of the documentation for the hash by which a page pins a script-tag build. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { FILES, source } from '../docs/pages.ts'

const FILES_OF_READERS = ['portico.min.js', 'portico.full.min.js']
const integrityOf = (file: string) =>
  `sha384-${createHash('sha384')
    .update(readFileSync(`dist/${file}`))
    .digest('base64')}`

it.each(FILES_OF_READERS)(
  'of %s is printed by the command of the documentation, and stands on no page',
  (file) => {
    const [, program = ''] = /^node -p "(.*sha384.*)"$/m.exec(source('recipes/script-tag.md')) ?? []
    expect(program).toContain('node_modules/portico/dist/portico.min.js')
    const here = program.replace('node_modules/portico/', '').replace('portico.min.js', file)
    expect(execFileSync(process.execPath, ['-p', here], { encoding: 'utf8' })).toBe(`${integrityOf(file)}\n`)
    // It changes with each build.
    for (const text of [...FILES.map(source), readFileSync('README.md', 'utf8')])
      expect(text).not.toMatch(/sha384-[\w+/]{64}/)
  },
)
