/**
 * Turns what was measured into tables: on the terminal while it runs, and in RESULTS.md. A run of some topics
 * replaces their sections only; each section says what its goals are and whether they are met.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** A number with a gap between thousands. */
export function number(value, digits = 0) {
  return value.toFixed(digits).replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ' ')
}

/** Microseconds, with the digits that matter. */
export const microseconds = (value) => `${number(value, value < 10 ? 2 : value < 100 ? 1 : 0)} µs`

/** How many times; two digits where they matter. */
export const times = (value) => `${number(value, value < 10 ? 2 : 1)} ×`

/** A goal: `value` is to be at most, or at least, `limit`. */
function target(name, value, limit, met, show) {
  const verdict = met ? 'met' : `missed by ${show(Math.abs(value - limit))}`
  return { name, measured: show(value), verdict, met }
}

export const atMost = (name, value, limit, show = number) => target(name, value, limit, value <= limit, show)
export const atLeast = (name, value, limit, show = number) => target(name, value, limit, value >= limit, show)

/** Yes or no, for what has no number of its own. */
export const holds = (name, met, measured) => ({ name, measured, verdict: met ? 'met' : 'missed', met })

export function markdownTable([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, column) => (column ? '--:' : '---'))), ...rows.map(line)].join('\n')
}

export function terminalTable(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => `${row[column]}`.length)))
  const pad = (cell, column) => (column ? `${cell}`.padStart(widths[column]) : `${cell}`.padEnd(widths[0]))
  const lines = rows.map((row) => row.map(pad).join('  ').trimEnd())
  return [lines[0], '-'.repeat(Math.max(...lines.map((line) => line.length))), ...lines.slice(1)].join('\n')
}

/** The goals as a table of their own. */
const targetTable = (targets) => [
  ['goal', 'measured', 'verdict'],
  ...targets.map(({ name, measured, verdict }) => [name, measured, verdict]),
]

const tablesOf = ({ tables, targets }) => [...tables, ...(targets.length ? [targetTable(targets)] : [])]

/** Prints one topic. */
export function print({ title, ...topic }) {
  console.log(`\n${title}\n`)
  for (const rows of tablesOf(topic)) console.log(`${terminalTable(rows)}\n`)
}

function section({ title, how, notes = [], ...topic }) {
  const parts = [how, ...tablesOf(topic).map(markdownTable), ...notes.map((note) => `- ${note}`)]
  return `## ${title}\n\n${parts.join('\n\n')}\n`
}

/** Sections of an earlier RESULTS.md, by title. */
function earlier(path) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  const sections = text.split(/^(?=## )/m).filter((part) => part.startsWith('## '))
  return new Map(sections.map((part) => [part.slice(3, part.indexOf('\n')), `${part.trimEnd()}\n`]))
}

/**
 * Writes RESULTS.md: one section anew, the others as they stand.
 *
 * @param {string} path where
 * @param {string[]} head lines on versions and the machine
 * @param {object} topic what was measured
 * @param {string[]} titles of all topics, in order
 */
export function write(path, head, topic, titles) {
  const sections = earlier(path)
  sections.set(topic.title, section(topic))
  const body = titles.flatMap((title) => sections.get(title) ?? [])
  const lines = head.map((line) => `- ${line}`).join('\n')
  const opening = `# What it costs\n\nWritten by \`npm run bench\`; do not edit.\n\n${lines}\n`
  writeFileSync(path, [opening, ...body].join('\n'))
}
