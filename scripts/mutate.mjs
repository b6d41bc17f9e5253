/**
 * `npm run verify mutate`: changes the library in many small ways, one at a time, and counts the changes that no unit test
 * notices. Each of those must stand in `test/mutation/survivors.json`, with the reason why it may live. Writes
 * `test/reports/mutation.md`. `-- --files=core/urls.ts,plugins/tabs` tries a part: it prints, and writes no report. `-- --again`
 * tries only what survived or timed out in the last run, and files that changed since: after new tests, or when the machine was busy.
 *
 * The mutants of a folder are tried against its own tests first, which are few and notice most of them. What they do not notice is
 * tried against all tests.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { installDependencies, readJson } from './prepare.mjs'
import { execute, ROOT, tool } from './processes.mjs'

const LOWEST_SCORE = 95
const PROPERTY_RUNS = '25'
const ACCEPTED = `${ROOT}/test/mutation/survivors.json`
const RESULTS = `${ROOT}/test/reports/mutation.md`
const REPORT = `${ROOT}/.cache/mutation.json`
/** What the runs so far found, by file. */
const TRIED = '.cache/mutants.json'

const filesOf = (room) =>
  readdirSync(`${ROOT}/${room}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
// What runs in pages is text to the unit tests, and no mutant in it would be switched on.
const isProgram = (file) => file.startsWith('server/programs/')
const sources = ['core', 'plugins', 'presets', 'server'].flatMap(filesOf).filter((file) => !isProgram(file))

const [argument = '', ...more] = process.argv.slice(2)
const [, part] = /^--files=(.+)$/.exec(argument) ?? []
const isAgain = argument === '--again'
const wanted = part?.split(',')
const isIn = (path) => (file) => file === path || file.startsWith(`${path}/`)
const files = wanted ? sources.filter((file) => wanted.some((path) => isIn(path)(file))) : sources
const unknown = wanted?.find((path) => !sources.some(isIn(path)))
if (unknown || more.length || (argument && !part && !isAgain)) {
  console.error(
    unknown
      ? `No such source: ${unknown}`
      : 'Usage: npm run verify mutate [-- --again | --files=core/urls.ts,plugins/tabs,…]',
  )
  process.exit(2)
}

/**
 * Tries mutants.
 *
 * @param what files, or places in files: `core/urls.ts:5:2-5:14`, with lines from 1 and columns from 0
 * @param tests a pattern of the tests that run against them; all unit tests when it is left out
 * @returns Stryker's report
 */
async function tryMutants(what, tests) {
  rmSync(REPORT, { force: true })
  const stryker = tool('@stryker-mutator/core/bin/stryker.js', 'run', 'test/mutation/stryker.config.mjs')
  // Fewer runs than usual, and by the same input each time: a mutant lives or dies whenever it is asked.
  const env = { PROPERTY_RUNS, PROPERTY_SEED: '1', ...(tests && { MUTATION_TESTS: tests }) }
  await execute([...stryker, '--mutate', what.join()], { env })
  if (existsSync(REPORT)) return JSON.parse(readFileSync(REPORT, 'utf8'))
  console.error('Stryker gave no report.')
  process.exit(1)
}

/** The mutants in a report, each with its file and that file's text. */
const mutantsIn = (report) =>
  Object.entries(report.files).flatMap(([file, { source, mutants }]) =>
    mutants.map((mutant) => ({ ...mutant, file, source })),
  )

const isAlive = ({ status }) => status === 'Survived' || status === 'NoCoverage'
const hasTests = (folder) =>
  existsSync(`${ROOT}/test/${folder}`) &&
  readdirSync(`${ROOT}/test/${folder}`).some((file) => file.endsWith('.test.ts'))

await installDependencies()
const began = Date.now()
const before = readJson(TRIED) ?? {}
const textOf = (file) => readFileSync(`${ROOT}/${file}`, 'utf8')
const isKept = (file) => isAgain && before[file]?.[0]?.source === textOf(file)
const tried = new Map()
const keyOf = ({ file, location: { start, end }, mutatorName, replacement }) =>
  JSON.stringify([file, start, end, mutatorName, replacement])
const note = (mutants) => {
  for (const mutant of mutants) tried.set(keyOf(mutant), mutant)
  const all = [...tried.values()]
  const known = files.map((file) => [file, all.filter((mutant) => mutant.file === file)])
  mkdirSync(`${ROOT}/.cache`, { recursive: true })
  writeFileSync(
    `${ROOT}/${TRIED}`,
    JSON.stringify({ ...before, ...Object.fromEntries(known.filter(([, some]) => some.length)) }),
  )
}

/** What timed out on a busy machine may live on an idle one. */
const doubted = (mutant) => (mutant.status === 'Timeout' ? { ...mutant, status: 'Survived' } : mutant)
note(files.filter(isKept).flatMap((file) => before[file].map(doubted)))
const fresh = files.filter((file) => !isKept(file))
for (const folder of new Set(fresh.map((file) => dirname(file)))) {
  const own = fresh.filter((file) => dirname(file) === folder)
  if (hasTests(folder)) note(mutantsIn(await tryMutants(own, `test/${folder}/*.test.ts`)))
}
const untried = fresh.filter((file) => !hasTests(dirname(file)))
const left = [...tried.values()]
  .filter(isAlive)
  .map(
    ({ file, location: { start, end } }) =>
      `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
  )
const last = [...untried, ...left]
const report = last.length ? await tryMutants(last) : { files: {} }
// A mutant that stands within another is tried once more with it, and may have been noticed before.
note(mutantsIn(report).filter((mutant) => isAlive(tried.get(keyOf(mutant)) ?? { status: 'NoCoverage' })))
const minutes = Math.ceil((Date.now() - began) / 60_000)

const oneLine = (text) => text.replace(/\s+/g, ' ').trim()

/** What a mutant is, in words that survive when lines shift. */
function describe({ file, source, location: { start, end }, replacement, mutatorName, status }) {
  const lines = source.split('\n')
  const code = lines.slice(start.line - 1, end.line)
  code[code.length - 1] = code.at(-1).slice(0, end.column - 1)
  code[0] = code[0].slice(start.column - 1)
  const line = oneLine(lines[start.line - 1])
  const mutant = { file, line, code: oneLine(code.join('\n')), replacement: oneLine(replacement) }
  return { ...mutant, at: start.line, mutatorName, status }
}

const found = [...tried.values()].map(describe)
const mutants = found.filter(({ status }) => status !== 'Ignored')
// Stryker's name for tests that crash: what the mutant throws is caught by nobody, and vitest would say so.
const KILLED = ['Killed', 'RuntimeError']
const failed = mutants.filter(
  ({ status }) => ![...KILLED, 'Timeout', 'Survived', 'NoCoverage'].includes(status),
)
const alive = mutants.filter(isAlive)

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
  const survivors = alive.flatMap((mutant) => [
    `- \`${mutant.file}\`, line ${mutant.at}: ${quoted(mutant.line)}`,
    `  - ${quoted(mutant.code)} → ${mutant.replacement ? quoted(mutant.replacement) : 'nothing'}`,
    `  - ${mutant.reason ?? '**no reason yet**'}`,
  ])
  return `# Mutation testing

Written by \`npm run verify mutate\`, and not by hand. It changes \`core/\`, \`plugins/\`, \`presets/\` and \`server/\` in small ways, one at a time, and runs
the unit tests against each change: a change that no test notices is a gap in the tests, or makes no difference.

Portico ${version}, Stryker ${devDependencies['@stryker-mutator/core']}, vitest ${devDependencies.vitest}, Node ${process.versions.node}.
${PROPERTY_RUNS} runs of each property; ${minutes} minutes${isAgain ? ', on top of a run before' : ''}. The mutants of a folder were tried against its own tests first, the rest against all unit tests.

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
