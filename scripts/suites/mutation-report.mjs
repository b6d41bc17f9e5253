/**
 * What `npm run verify mutate` and `mutate-session-service` make of Stryker's results: which survivors `test/mutation/survivors.json` explains, and the report.
 *
 * survivors.json says by file and by kind of change, as Stryker names it (`mutatorName`), why changes may live, and how many for each
 * reason: `{ "core/json.ts": { "StringLiteral": { "Words for developers.": 2 } } }`. It names no line, so code may move.
 */

// Stryker's name for tests that crash: what the mutant throws is caught by nobody, and vitest would say so.
const KILLED = ['Killed', 'RuntimeError']
const ALIVE = ['Survived', 'NoCoverage']

export const isAlive = ({ status }) => ALIVE.includes(status)
export const isUntried = ({ status }) => ![...KILLED, ...ALIVE, 'Timeout', 'Ignored'].includes(status)

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0)

/**
 * Compares what survived with what may.
 *
 * @param alive survivors, each with its `file` and `mutatorName`
 * @param allowed what stands in survivors.json
 * @returns for each file and kind with either: the survivors, the reasons, and by how many there are more survivors than reasons (`excess`,
 * negative when fewer survive)
 */
export function compare(alive, allowed) {
  const survivorsOf = (file, kind) =>
    alive.filter((mutant) => mutant.file === file && mutant.mutatorName === kind)
  const kindsIn = (file) =>
    new Set([
      ...Object.keys(allowed[file] ?? {}),
      ...alive.filter((mutant) => mutant.file === file).map(({ mutatorName }) => mutatorName),
    ])
  const files = [...new Set([...Object.keys(allowed), ...alive.map(({ file }) => file)])].sort()
  return files.flatMap((file) =>
    [...kindsIn(file)].sort().map((kind) => {
      const [survivors, reasons] = [survivorsOf(file, kind), allowed[file]?.[kind] ?? {}]
      return { file, kind, survivors, reasons, excess: survivors.length - sum(Object.values(reasons)) }
    }),
  )
}

/** Counts of some mutants, as cells of a table, and the part of them that was noticed, in percent. */
function row(name, some) {
  const count = (...wanted) => some.filter(({ status }) => wanted.includes(status)).length
  const [killed, timedOut] = [count(...KILLED), count('Timeout')]
  const score = ((100 * (killed + timedOut)) / some.length).toFixed(1)
  const counts = [some.length, killed, timedOut, count('Survived'), count('NoCoverage'), score]
  return { cells: `| ${[name, ...counts].join(' | ')} |`, score: Number(score) }
}

/**
 * A table of mutants by file, and the score of all.
 *
 * @param mutants those that count
 */
export function scores(mutants) {
  const rows = [...new Set(mutants.map(({ file }) => file))].map((file) =>
    row(
      `\`${file}\``,
      mutants.filter((mutant) => mutant.file === file),
    ),
  )
  const { cells, score } = row('**all**', mutants)
  const lines = [
    '| file | mutants | killed | timed out | survived | not reached | score, % |',
    '|---|--:|--:|--:|--:|--:|--:|',
    ...rows.map((one) => one.cells),
    cells,
  ]
  return { table: lines.join('\n'), score }
}

const oneLine = (text) => text.replace(/\s+/g, ' ').trim()

/** Code inside of a list, whatever it holds. */
const quoted = (text) => {
  const short = text.length > 160 ? `${text.slice(0, 160)} …` : text
  return short.includes('`') ? `\`\` ${short} \`\`` : `\`${short}\``
}

/** A mutant in one line: where it stands, what stood there, and what takes its place. */
export function show({ file, source, location: { start, end }, replacement }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1)
  lines[0] = lines[0].slice(start.column - 1)
  const [before, after] = [oneLine(lines.join('\n')), oneLine(replacement)]
  return `${file}:${start.line}: ${quoted(before)} → ${after ? quoted(after) : 'nothing'}`
}

/**
 * The report.
 *
 * @param command the suite
 * @param folders what was changed
 * @param compared the result of `compare`
 * @param table the table of `scores`
 * @param ignored how many mutants were not counted
 * @param circumstances what ran, and for how long
 */
export function report({ command, folders, compared, table, ignored, circumstances }) {
  const survivors = compared
    .filter((group) => group.survivors.length)
    .flatMap((group) => [
      `- ${group.kind}: ${Object.keys(group.reasons).join(' ') || '**no reason yet**'}`,
      ...group.survivors.map((mutant) => `  - ${show(mutant)}`),
    ])
  return `# Mutation testing

Written by \`npm run verify ${command}\`, and not by hand. It changes ${folders.map((folder) => `\`${folder}/\``).join(', ')} in small ways, one at a time, and runs the unit tests against each change: a change that no test notices is a gap in the tests, or makes no difference.

${circumstances} The mutants of a folder were tried against its own tests first, the rest against all unit tests.

${table}

A mutant that timed out was noticed: it ran for ever. One that throws where nobody catches it is killed, too. "Not reached" is a mutant in code that no unit test runs. What readers alone
get (\`test/mutation/readers-only.mjs\`; ${ignored} mutants) is not counted: unit tests run the sources as developers get them.

## Survivors

Those that no test notices, by kind, and why they may live. \`test/mutation/survivors.json\` holds the reasons.

${survivors.join('\n') || 'None.'}
`
}
