/**
 * Which code a report is about. A command that writes one puts down a fingerprint of each folder that it has tried, as the folder was when
 * the command began: `trees: core 0a1b2c3d4e, plugins 5f6a7b8c9d`. When the code of a folder is another one now, the report is old.
 * `npm run test:all` says so, a release refuses it, and the README leaves its numbers out.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../system/processes.mjs'
import { fingerprintOf } from './fingerprint.mjs'

/** The folders of which every bundle is made. */
export const LIBRARY = ['core', 'plugins', 'presets']

/** What a report holds of the folders that it is about. */
export const trees = (folders, root = ROOT) =>
  `trees: ${folders.map((folder) => `${folder} ${fingerprintOf(join(root, folder))}`).join(', ')}`

const RECORD = /\btrees: ([\w./-]+ \w+(?:, [\w./-]+ \w+)*)/g

/** The folders that have changed since a text was written; undefined where it does not say what it is about. */
export function changedSince(text, root = ROOT) {
  const records = [...text.matchAll(RECORD)].flatMap(([, record]) => record.split(', '))
  if (!records.length) return undefined
  const changed = records
    .map((one) => one.split(' '))
    .filter(([folder, hash]) => fingerprintOf(join(root, folder)) !== hash)
  return [...new Set(changed.map(([folder]) => folder))]
}

const read = (path) => readFileSync(join(ROOT, path), 'utf8')

/** Whether a report, or a chapter of it, is of other sources than those that are here. */
export function isOld(file, chapter) {
  const chapters = read(file).split(/^## (?:\d+\. )?/m)
  const text = chapter ? chapters.find((one) => one.startsWith(`${chapter}\n`)) : chapters.join('')
  if (text === undefined) throw new Error(`${file} has no chapter "${chapter}"`)
  return changedSince(text)?.length !== 0
}

/** The reports that a command of its own writes, by the list of them. Others are made by each `npm run test:all`. */
export const reports = () =>
  [
    ...read('test/reports/README.md').matchAll(
      /^\| \[[^\]]+\]\(([^)#]+)[^)]*\) \| `(npm run (?:verify|bench)[^`]*)` \|/gm,
    ),
  ].map(([, file, command]) => ({ file: join('test/reports', file).replaceAll('\\', '/'), command }))

/** Those that are old, each with why. */
export const oldReports = () =>
  reports().flatMap(({ file, command }) => {
    const changed = changedSince(read(file))
    if (changed?.length === 0) return []
    const why = changed ? `${changed.join(', ')} changed since` : 'it does not say of which sources it is'
    return [{ file, command, why }]
  })
