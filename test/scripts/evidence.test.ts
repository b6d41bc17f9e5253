/** When a report is old: once a room that it is about has changed. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { changedSince, trees } from '../../scripts/evidence/evidence.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'evidence-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  // Names that git sorts otherwise than the alphabet does.
  for (const folder of ['core/call', 'plugins']) mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['core/call/a.ts', 'core/call.ts', 'core/call-b.ts', 'plugins/é.ts'])
    writeFileSync(join(root, file), `export const name = '${file}'\n`)
})

it('is old once a room has changed, and no longer when it is as it was', () => {
  const text = `- ${trees(['core', 'plugins'], root)}\n`
  expect(changedSince(text, root)).toEqual([])
  writeFileSync(join(root, 'core/call/a.ts'), 'export const name = 1\n')
  expect(changedSince(text, root)).toEqual(['core'])
  writeFileSync(join(root, 'core/call/a.ts'), "export const name = 'core/call/a.ts'\n")
  expect(changedSince(text, root)).toEqual([])
  renameSync(join(root, 'plugins'), join(root, 'features'))
  expect(changedSince(text, root)).toEqual(['plugins'])
})

it('is old where any of several runs is, and where it does not say what it is about', () => {
  const before = trees(['core'], root)
  writeFileSync(join(root, 'core/new.ts'), '')
  const text = `| one <!-- one ${before} --> |\n| two <!-- two ${trees(['core', 'plugins'], root)} --> |`
  expect(changedSince(text, root)).toEqual(['core'])
  expect(changedSince('# A report\n', root)).toBeUndefined()
})
