/** Reports of the benchmark and of the load simulation, as pages show them. Whoever measures writes the reports; nothing is measured here. */
import { readFileSync } from 'node:fs'
import { ROOT } from './paths.mjs'

const read = (path) => readFileSync(ROOT + path, 'utf8')

const cellsOf = (line) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/**
 * A cell of a report.
 *
 * @param path the report
 * @param chapter its heading, without its number
 * @param row the row's first cell
 * @param column the column's heading
 * @throws {Error} when the report has no such cell
 */
export function cell(path, chapter, row, column) {
  const text = read(path)
    .split(/^## (?:\d+\. )?/m)
    .find((one) => one.startsWith(`${chapter}\n`))
  const lines = (text ?? '').split('\n').filter((line) => line.startsWith('|'))
  const head = lines.map(cellsOf).find((cells) => cells.includes(column))
  const found = lines.map(cellsOf).find(([first]) => first === row)
  const value = head && found?.[head.indexOf(column)]
  if (!value) throw new Error(`${path} has no cell "${row}", "${column}" under "${chapter}"`)
  return value
}

const RESULTS = 'bench/RESULTS.md'
/** A view in a profile that was never used before, whose table comes first. */
export const pageView = (row, column) => cell(RESULTS, 'A page view', row, column)
export const requests = (row, column) => cell(RESULTS, 'Requests', row, column)

/** Ways to begin: their bundles in the table of bytes, and their name in the table of page views. */
const SET_UPS = [
  ['one `fetch` in the page, no library: the least without a head snippet', [], 'bare fetch (the limit)'],
  [
    'session, cache and user, with the head snippet',
    ['minimal', 'plugin:preload'],
    'minimal and `preload`, head snippet',
  ],
  ['everything for one environment, with the head snippet', ['pro'], 'environment preset, head snippet'],
  ['the class `Identity`, with the head snippet', ['default'], 'default preset, head snippet'],
  ['session, cache and user: `portico/presets/minimal`', ['minimal'], 'minimal'],
  ['everything for one environment: `portico/presets/pro`', ['pro'], 'environment preset'],
  ['the class `Identity`', ['default'], 'default preset'],
  ['`@schibsted/account-sdk-browser`', ['@schibsted/account-sdk-browser'], 'account-sdk-browser'],
]

/** What ways to begin cost, and how soon the reader is known. */
export function setUps() {
  const bytes = JSON.parse(read('bench/bytes.json'))
  const number = (value) => `${value}`.replace(/\B(?=(\d{3})+$)/g, ' ')
  const rows = SET_UPS.map(([name, bundles, view]) => {
    const size = bundles.map((bundle) => number(bytes[bundle].brotli)).join(' + ') || '–'
    return `| ${name} | ${size} | ${pageView(view, 'first view')} | ${pageView(view, 'second view')} |`
  })
  return ['| set-up | bytes, brotli | first view | second view |', '|---|--:|--:|--:|', ...rows].join('\n')
}
