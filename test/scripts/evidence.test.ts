/** When a report is old: once the code of a folder that it is about has changed. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { changedSince, trees } from '../../scripts/evidence/evidence.mjs'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'evidence-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  for (const folder of ['core/call', 'plugins']) mkdirSync(join(root, folder), { recursive: true })
  for (const file of ['core/call/a.ts', 'core/call.ts', 'core/call-b.ts', 'plugins/é.ts'])
    writeFileSync(join(root, file), `export const name = '${file}'\n`)
})

it('is old once a folder has changed, and no longer when it is as it was', () => {
  const text = `- ${trees(['core', 'plugins'], root)}\n`
  expect(changedSince(text, root)).toEqual([])
  writeFileSync(join(root, 'core/call/a.ts'), 'export const name = 1\n')
  expect(changedSince(text, root)).toEqual(['core'])
  writeFileSync(join(root, 'core/call/a.ts'), "export const name = 'core/call/a.ts'\n")
  expect(changedSince(text, root)).toEqual([])
  renameSync(join(root, 'plugins'), join(root, 'features'))
  expect(changedSince(text, root)).toEqual(['plugins'])
})

const CODE = `/** Doubles. */
export function double(value: number): number {
  const factor = 2 // by two
  return value * factor
}
`
const write = (text: string) => writeFileSync(join(root, 'core/call/a.ts'), text)

it.each([
  ['a comment', CODE.replace('by two', 'as often as it takes').replace('Doubles', 'Gives twice as much')],
  ['the name of a local variable', CODE.replaceAll('factor', 'times').replaceAll('value', 'given')],
  [
    'a type',
    `export interface Doubled {\n  value: number\n}\n${CODE.replace('value: number', 'value: 1 | 2')}`,
  ],
  ['the layout', CODE.replaceAll('\n', '\n\n')],
])('is not old where %s has changed', (_, changed) => {
  write(CODE)
  const text = trees(['core'], root)
  write(changed)
  expect(changed).not.toBe(CODE)
  expect(changedSince(text, root)).toEqual([])
})

it.each([
  ['a constant', CODE.replace('= 2', '= 3')],
  ['a name that others import', CODE.replace('double(', 'twice(')],
  ['a text', `${CODE}export const text = 'by three'\n`],
])('is old where %s has changed', (_, changed) => {
  write(`${CODE}export const text = 'by two'\n`)
  const text = trees(['core'], root)
  write(changed.includes('text') ? changed : `${changed}export const text = 'by two'\n`)
  expect(changedSince(text, root)).toEqual(['core'])
})

it('is not old where a document of the folder has changed', () => {
  const text = trees(['core'], root)
  writeFileSync(join(root, 'core/README.md'), '# What it is\n')
  expect(changedSince(text, root)).toEqual([])
})

it('is not old where packages were installed in the folder, whatever they hold', () => {
  const text = trees(['core'], root)
  mkdirSync(join(root, 'core/node_modules/page'), { recursive: true })
  writeFileSync(join(root, 'core/node_modules/page/page.js'), '<script>\n')
  expect(changedSince(text, root)).toEqual([])
})

it('is old where any of several runs is, and where it does not say what it is about', () => {
  const before = trees(['core'], root)
  writeFileSync(join(root, 'core/new.ts'), 'export const one = 1\n')
  const text = `| one <!-- one ${before} --> |\n| two <!-- two ${trees(['core', 'plugins'], root)} --> |`
  expect(changedSince(text, root)).toEqual(['core'])
  expect(changedSince('# A report\n', root)).toBeUndefined()
})
