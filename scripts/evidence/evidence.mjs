/**
 * Which sources a report is about. A command that writes one puts down the git trees of the rooms that it has tried, as they were when
 * it began: `trees: core 0a1b2c3d4e, plugins 5f6a7b8c9d`. When a room is another one now, the report is old. `npm test` says so, a
 * release refuses it, and the README leaves its numbers out.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../system/processes.mjs'

/** The rooms of which every bundle is made. */
export const LIBRARY = ['core', 'plugins', 'presets']

const DIGITS = 10
const FOLDER = '40000'

const hashOf = (kind, content) =>
  createHash('sha1').update(`${kind} ${content.length}\0`).update(content).digest()

/** A file or a folder as git has it in a tree. Files whose name begins with a dot are an editor's or the system's. */
function entryOf(path) {
  const stat = statSync(path)
  if (!stat.isDirectory())
    return { mode: stat.mode & 0o100 ? '100755' : '100644', hash: hashOf('blob', readFileSync(path)) }
  const entries = readdirSync(path)
    .filter((name) => !name.startsWith('.'))
    .map((name) => ({ name, ...entryOf(join(path, name)) }))
  // git compares the names of folders as if they ended in a slash.
  const order = ({ name, mode }) => Buffer.from(mode === FOLDER ? `${name}/` : name)
  const sorted = entries.sort((one, other) => Buffer.compare(order(one), order(other)))
  const lines = sorted.flatMap(({ mode, name, hash }) => [Buffer.from(`${mode} ${name}\0`), hash])
  return { mode: FOLDER, hash: hashOf('tree', Buffer.concat(lines)) }
}

/** The hash of a room as it is now, as `git rev-parse HEAD:<room>` gives it of one that is committed; of one that is gone, none. */
export function treeOf(room, root = ROOT) {
  const path = join(root, room)
  return existsSync(path) ? entryOf(path).hash.toString('hex').slice(0, DIGITS) : 'none'
}

/** What a report holds of the rooms that it is about. */
export const trees = (rooms, root = ROOT) =>
  `trees: ${rooms.map((room) => `${room} ${treeOf(room, root)}`).join(', ')}`

const RECORD = /\btrees: ([\w./-]+ \w+(?:, [\w./-]+ \w+)*)/g

/** The rooms that have changed since a text was written; undefined where it does not say what it is about. */
export function changedSince(text, root = ROOT) {
  const records = [...text.matchAll(RECORD)].flatMap(([, record]) => record.split(', '))
  if (!records.length) return undefined
  const changed = records.map((one) => one.split(' ')).filter(([room, hash]) => treeOf(room, root) !== hash)
  return [...new Set(changed.map(([room]) => room))]
}

const read = (path) => readFileSync(join(ROOT, path), 'utf8')

/** Whether a report, or a chapter of it, is of other sources than those that are here. */
export function isOld(file, chapter) {
  const chapters = read(file).split(/^## (?:\d+\. )?/m)
  const text = chapter ? chapters.find((one) => one.startsWith(`${chapter}\n`)) : chapters.join('')
  if (text === undefined) throw new Error(`${file} has no chapter "${chapter}"`)
  return changedSince(text)?.length !== 0
}

/** The reports that a command of its own writes, by the list of them. Others are made by each `npm test`. */
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
