/**
 * `npm run verify mutate`: changes the library in many small ways, one at a time, and counts the changes that no unit test
 * notices. Each of those must stand in `test/mutation/survivors.json`, with the reason why it may live. Writes
 * `test/reports/mutation.md`. `-- --files=core/urls.ts,core/hooks.ts` tries a part: it prints, and writes nothing.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { installDependencies } from './prepare.mjs'
import { execute, ROOT, tool } from './processes.mjs'

const LOWEST_SCORE = 95
const PROPERTY_RUNS = '25'
const ACCEPTED = `${ROOT}/test/mutation/survivors.json`
const RESULTS = `${ROOT}/test/reports/mutation.md`
const REPORT = `${ROOT}/.cache/mutation.json`
const EARLIER = `${ROOT}/.cache/mutation-incremental.json`

const filesOf = (room) =>
  readdirSync(`${ROOT}/${room}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
// What runs in pages is text to the unit tests, and no mutant in it would be switched on.
const isProgram = (file) => file.startsWith('server/programs/') || file.endsWith('.d.ts')
const sources = ['core', 'plugins', 'presets', 'server'].flatMap(filesOf).filter((file) => !isProgram(file))

const [argument = '', ...more] = process.argv.slice(2)
const [, part] = /^--files=(.+)$/.exec(argument) ?? []
const files = part ? part.split(',') : sources
const unknown = files.find((file) => !sources.includes(file))
if (unknown || more.length || (argument && !part)) {
  console.error(
    unknown ? `No such source: ${unknown}` : 'Usage: npm run verify mutate [-- --files=core/urls.ts,…]',
  )
  process.exit(2)
}

/**
 * Takes the survivors in the files that are asked for out of what is known from an earlier run, so that they are tried
 * again: a new test for a mutant of what runs on import would not be noticed. Those that timed out, too: on a busy
 * machine, it may be the machine.
 *
 * @returns whether there was an earlier run
 */
function forgetSurvivors() {
  if (!existsSync(EARLIER)) return false
  const earlier = JSON.parse(readFileSync(EARLIER, 'utf8'))
  for (const known of files.flatMap((file) => earlier.files[file] ?? []))
    known.mutants = known.mutants.filter(({ status }) => status !== 'Survived' && status !== 'Timeout')
  writeFileSync(EARLIER, JSON.stringify(earlier))
  return true
}

await installDependencies()
const buildsOnEarlier = forgetSurvivors()
rmSync(REPORT, { force: true })
const began = Date.now()
const stryker = tool('@stryker-mutator/core/bin/stryker.js', 'run', 'test/mutation/stryker.config.mjs')
// Fewer runs than usual, and by the same input each time: a mutant lives or dies whenever it is asked.
await execute([...stryker, '--mutate', files.join()], { env: { PROPERTY_RUNS, PROPERTY_SEED: '1' } })
if (!existsSync(REPORT)) {
  console.error('Stryker gave no report.')
  process.exit(1)
}
const report = JSON.parse(readFileSync(REPORT, 'utf8'))
const minutes = Math.ceil((Date.now() - began) / 60_000)

const oneLine = (text) => text.replace(/\s+/g, ' ').trim()

/** What a mutant is, in words that survive when lines shift. */
function describe(file, source, { location: { start, end }, replacement, mutatorName, status }) {
  const lines = source.split('\n')
  const code = lines.slice(start.line - 1, end.line)
  code[code.length - 1] = code.at(-1).slice(0, end.column - 1)
  code[0] = code[0].slice(start.column - 1)
  const line = oneLine(lines[start.line - 1])
  const mutant = { file, line, code: oneLine(code.join('\n')), replacement: oneLine(replacement) }
  return { ...mutant, at: start.line, mutatorName, status }
}

// A run of a part reports what is known of the others, too.
const found = files.flatMap((file) => {
  const { source = '', mutants: some = [] } = report.files[file] ?? {}
  return some.map((mutant) => describe(file, source, mutant))
})
const mutants = found.filter(({ status }) => status !== 'Ignored')
// Stryker's name for tests that crash: what the mutant throws is caught by nobody, and vitest would say so.
const KILLED = ['Killed', 'RuntimeError']
const failed = mutants.filter(
  ({ status }) => ![...KILLED, 'Timeout', 'Survived', 'NoCoverage'].includes(status),
)
const alive = mutants.filter(({ status }) => status === 'Survived' || status === 'NoCoverage')

const same = (one, other) =>
  ['file', 'line', 'code', 'replacement'].every((field) => one[field] === other[field])
const accepted = JSON.parse(readFileSync(ACCEPTED, 'utf8')).filter(({ file }) => files.includes(file))
for (const mutant of alive) mutant.reason = accepted.find((entry) => same(entry, mutant))?.reason
const unexplained = alive.filter(({ reason }) => !reason)
const gone = accepted.filter((entry) => !alive.some((mutant) => same(entry, mutant)))

/** Counts of some mutants, as cells of a table. */
function row(name, some) {
  const count = (...wanted) => some.filter(({ status }) => wanted.includes(status)).length
  const [killed, timedOut] = [count(...KILLED), count('Timeout')]
  const dead = killed + timedOut
  const counts = [some.length, killed, timedOut, count('Survived'), count('NoCoverage')]
  const score = some.length ? ((100 * dead) / some.length).toFixed(1) : '–'
  return { cells: `| ${[name, ...counts, score].join(' | ')} |`, score: Number(score) }
}

const table = [
  '| file | mutants | killed | timed out | survived | not reached | score, % |',
  '|---|--:|--:|--:|--:|--:|--:|',
  ...files.flatMap((file) => {
    const some = mutants.filter((mutant) => mutant.file === file)
    return some.length ? [row(`\`${file}\``, some).cells] : []
  }),
]
const total = row('**all**', mutants)
table.push(total.cells)
console.log(`\n${table.join('\n')}`)

/** Code inside of a table or a list, whatever it holds. */
const quoted = (text) => {
  const short = text.length > 160 ? `${text.slice(0, 160)} …` : text
  return short.includes('`') ? `\`\` ${short} \`\`` : `\`${short}\``
}

function results() {
  const { devDependencies, version } = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8'))
  const tests = Object.values(report.testFiles ?? {}).flatMap(({ tests: some }) => some)
  const survivors = alive.flatMap((mutant) => [
    `- \`${mutant.file}\`, line ${mutant.at}: ${quoted(mutant.line)}`,
    `  - ${quoted(mutant.code)} → ${mutant.replacement ? quoted(mutant.replacement) : 'nothing'}`,
    `  - ${mutant.reason ?? '**no reason yet**'}`,
  ])
  return `# Mutation testing

Written by \`npm run verify mutate\`, and not by hand. It changes \`core/\`, \`plugins/\`, \`presets/\` and \`server/\` in small ways, one at a time, and runs
the unit tests against each change: a change that no test notices is a gap in the tests, or makes no difference.

Portico ${version}, Stryker ${devDependencies['@stryker-mutator/core']}, vitest ${devDependencies.vitest}, Node ${process.versions.node}.
${tests.length} tests; ${PROPERTY_RUNS} runs of each property; ${minutes} minutes, ${report.config?.concurrency} at a time${
    buildsOnEarlier ? ', on top of a run before: survivors, and what had changed since, were tried again' : ''
  }.

${table.join('\n')}

A mutant that timed out was noticed: it ran for ever. One that throws where nobody catches it is killed, too. "Not reached" is a mutant in code that no unit test runs. What readers alone
get (\`test/mutation/readers-only.mjs\`; ${found.length - mutants.length} mutants) is not counted: unit tests run the sources as developers get them.

## Survivors

Those that no test notices, and why they may live; \`test/mutation/survivors.json\` holds the reasons.

${survivors.join('\n') || 'None.'}
`
}

if (!part) writeFileSync(RESULTS, results())

const show = (list) => list.map((mutant) => JSON.stringify(mutant)).join('\n')
const problems = [
  failed.length && `Could not be tried:\n${show(failed)}`,
  unexplained.length && `Survivors without a reason in test/mutation/survivors.json:\n${show(unexplained)}`,
  gone.length && `Reasons for mutants that survive no more:\n${show(gone)}`,
  total.score < LOWEST_SCORE && `Score ${total.score} %, less than ${LOWEST_SCORE} %.`,
].filter(Boolean)
for (const problem of problems) console.error(`\n${problem}`)
console.log(`\n${total.score} % of ${mutants.length} mutants noticed, ${alive.length} survived`)
process.exit(problems.length ? 1 : 0)
