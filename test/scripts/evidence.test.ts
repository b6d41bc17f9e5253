/** How a report says what it is about, and when it is old. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { changedSince, reports, treeOf, trees } from '../../scripts/evidence.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'evidence-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  // Names that git sorts otherwise than the alphabet does.
  for (const folder of ['core/call', 'plugins']) mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['core/call/a.ts', 'core/call.ts', 'core/call-b.ts', 'plugins/é.ts'])
    writeFileSync(join(root, file), `export const name = '${file}'\n`)
})

it('names a room by the hash that git has for it', () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  git('init', '-q')
  git('add', '.')
  const tree = git('write-tree')
  for (const room of ['core', 'plugins'])
    expect(git('rev-parse', `${tree}:${room}`).slice(0, 10)).toBe(treeOf(room, root))
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

it('is asked of each report that has a command of its own', () => {
  const files = reports().map(({ file }) => file)
  expect(files).toEqual(
    expect.arrayContaining(['test/reports/soak.md', 'bench/RESULTS.md', 'docs/support.md']),
  )
  expect(files).not.toContain('test/reports/answers.md')
})
