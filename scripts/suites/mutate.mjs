/**
 * `npm run verify mutate`: changes the library in many small ways, one at a time, and counts the changes that no unit test
 * notices. `test/mutation/survivors.json` says which of them may live. Writes `test/reports/mutation.md`.
 * A folder is measured anew when its code or its tests have changed; where the run was interrupted, it goes on (`.cache/mutants.json`).
 * `-- --files=core/urls.ts,plugins/tabs` tries a part: it prints, and writes no report. `-- --again` also tries what survived or timed
 * out before: after new tests elsewhere, or when the machine was busy. `-- --fresh` measures everything.
 *
 * The mutants of a folder are tried against its own tests first, which are few and notice most of them. What they do not notice is
 * tried against all tests.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { parseArgs } from 'node:util'
import { installDependencies, readJson } from '../build/prepare.mjs'
import { trees } from '../evidence/evidence.mjs'
import { execute, ROOT, tool } from '../system/processes.mjs'
import { codeOf, Measured } from './measured.mjs'
import { compare, isAlive, isUntried, report, scores, show } from './mutation-report.mjs'

const LOWEST_SCORE = 95
const PROPERTY_RUNS = '25'
const ACCEPTED = `${ROOT}/test/mutation/survivors.json`
const RESULTS = `${ROOT}/test/reports/mutation.md`
const REPORT = `${ROOT}/.cache/mutation.json`
/** What the runs so far found, by file. */
const TRIED = '.cache/mutants.json'

const filesOf = (folder) =>
  readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
// What runs in pages is text to the unit tests, and no mutant in it would be switched on.
const isProgram = (file) => file.startsWith('server/programs/')
// They are run as processes, or where a server is, by tests that are not run here. The contract is a test itself, and the texts of the
// service's pages are words.
const isOutOfReach = (file) =>
  /^session-service\/src\/(command|pages\/texts|store\/(contract|postgres|redis))\b/.test(file)
const SERVICE = 'session-service'
const ALL_OF_SERVICE = `${SERVICE}/test/**/*.test.ts`
const FOLDERS = ['core', 'plugins', 'presets', 'server', `${SERVICE}/src`]
const sources = FOLDERS.flatMap(filesOf).filter((file) => !isProgram(file) && !isOutOfReach(file))

const {
  again: isAgain,
  fresh: isAnew,
  files: part,
} = parseArgs({
  options: { again: { type: 'boolean' }, fresh: { type: 'boolean' }, files: { type: 'string' } },
}).values
const wanted = part?.split(',')
const isIn = (path) => (file) => file === path || file.startsWith(`${path}/`)
const files = wanted ? sources.filter((file) => wanted.some((path) => isIn(path)(file))) : sources
const unknown = wanted?.find((path) => !sources.some(isIn(path)))
if (unknown) throw new Error(`No such source: ${unknown}`)

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

/** The tests of a folder of the session service, by its name; all of them where none have it. */
function testsOfService(folder) {
  const [name] = folder.split('/').slice(2)
  const isThere = name && readdirSync(`${ROOT}/${SERVICE}/test`).some((test) => test.startsWith(name))
  return isThere ? `${SERVICE}/test/${name}{*,/**/*}.test.ts` : ALL_OF_SERVICE
}

/** The tests of a folder; those of the folder above where it has none of its own. */
function testsOf(folder) {
  if (folder.startsWith(SERVICE)) return testsOfService(folder)
  return existsSync(`${ROOT}/test/${folder}`) ? `test/${folder}/**/*.test.ts` : testsOf(dirname(folder))
}

await installDependencies()
const began = Date.now()
const of = trees(FOLDERS)
const before = new Measured(TRIED)
const codes = new Map(
  [...new Set(files.map((file) => dirname(file)))].map((folder) => [
    folder,
    codeOf(
      sources.filter((file) => dirname(file) === folder),
      testsOf(folder),
    ),
  ]),
)
const codeAt = (file) => codes.get(dirname(file))
const textOf = (file) => readFileSync(`${ROOT}/${file}`, 'utf8')
/** Whether a file needs nothing: neither its folder nor the tests of that have changed since all tests were tried. */
const isDone = (file) => !isAnew && !isAgain && before.isWhole(file, codeAt(file))
/** Whether what survived in a file is all that has to be tried. It is named by its place, which has to be there still. */
const isBegun = (file) =>
  !isAnew && !isDone(file) && before.isOf(file, codeAt(file)) && before.textOf(file) === textOf(file)
const tried = new Map()
const keyOf = ({ file, location: { start, end }, mutatorName, replacement }) =>
  JSON.stringify([file, start, end, mutatorName, replacement])
const note = (mutants) => {
  for (const mutant of mutants) tried.set(keyOf(mutant), mutant)
}
/** Writes down what is known of files; whole once their survivors have met all tests. */
const save = (some, isWhole) => {
  const all = [...tried.values()]
  for (const file of some)
    before.set(file, { of: codeAt(file), isWhole, mutants: all.filter((mutant) => mutant.file === file) })
  before.write()
}

/** What timed out on a busy machine may live on an idle one. */
const doubted = (mutant) => (mutant.status === 'Timeout' ? { ...mutant, status: 'Survived' } : mutant)
note(files.filter(isDone).flatMap((file) => before.mutantsOf(file)))
note(files.filter(isBegun).flatMap((file) => before.mutantsOf(file).map(doubted)))
const done = new Set(files.filter(isDone))
const fresh = files.filter((file) => !isDone(file) && !isBegun(file))
console.log(`${files.length} files; ${done.size} of them are in folders that have not changed`)
for (const tests of new Set(fresh.map((file) => testsOf(dirname(file))))) {
  const own = fresh.filter((file) => testsOf(dirname(file)) === tests)
  note(mutantsIn(await tryMutants(own, tests)))
  save(own, false)
}
/** The tests that may notice what a folder's own did not. */
const widerTests = ({ file }) => (file.startsWith(SERVICE) ? ALL_OF_SERVICE : undefined)
const isTried = ({ file }) =>
  done.has(file) || (testsOf(dirname(file)) === widerTests({ file }) && fresh.includes(file))
const isLeft = (mutant) => isAlive(mutant) && !isTried(mutant)
const left = [...tried.values()].filter(isLeft)
for (const tests of new Set(left.map(widerTests))) {
  const places = left
    .filter((mutant) => widerTests(mutant) === tests)
    .map(
      ({ file, location: { start, end } }) =>
        `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`,
    )
  // A mutant that stands within another is tried once more with it, and may have been noticed before.
  note(mutantsIn(await tryMutants(places, tests)).filter((mutant) => isAlive(tried.get(keyOf(mutant)))))
}
save(files, true)
const minutes = Math.ceil((Date.now() - began) / 60_000)

const mutants = [...tried.values()].filter(({ status }) => status !== 'Ignored')
const { table, totals } = scores(mutants)
console.log(`\n${table}`)

const alive = mutants.filter(isAlive)
const allowed = Object.entries(JSON.parse(readFileSync(ACCEPTED, 'utf8')))
const compared = compare(alive, Object.fromEntries(allowed.filter(([file]) => !part || files.includes(file))))

if (!part) {
  const { devDependencies, version } = readJson('package.json')
  const circumstances = `Portico ${version}, Stryker ${devDependencies['@stryker-mutator/core']}, vitest ${devDependencies.vitest}, Node ${process.versions.node}.
${PROPERTY_RUNS} runs of each property; ${minutes} minutes; ${done.size} of ${files.length} files are in folders that had not changed since they were measured.
Of the ${of}.`
  writeFileSync(RESULTS, report({ compared, table, ignored: tried.size - mutants.length, circumstances }))
}

const untried = mutants.filter(isUntried)
/** Survivors of one file and kind, and the reasons that there are. */
const showGroup = ({ file, kind, survivors, reasons }) =>
  [
    `${file}, ${kind}: ${survivors.length}`,
    ...survivors.map((mutant) => `  ${show(mutant)}`),
    ...Object.entries(reasons).map(([reason, atMost]) => `  at most ${atMost}: ${reason}`),
  ].join('\n')
const showAll = (groups) => groups.map(showGroup).join('\n')
const unexplained = compared.filter(({ excess }) => excess > 0)
const unneeded = compared.filter(({ excess }) => excess < 0)
const problems = [
  untried.length && `Could not be tried:\n${untried.map(show).join('\n')}`,
  unexplained.length && `More survivors than test/mutation/survivors.json allows:\n${showAll(unexplained)}`,
  unneeded.length && `Fewer survivors than test/mutation/survivors.json allows:\n${showAll(unneeded)}`,
  ...totals
    .filter(({ score }) => score < LOWEST_SCORE)
    .map(({ name, score }) => `Score of ${name}: ${score} %, less than ${LOWEST_SCORE} %.`),
].filter(Boolean)
for (const problem of problems) console.error(`\n${problem}`)
const told = totals.map(({ name, score }) => `${score} % of ${name}`).join(', ')
console.log(`\n${told}: noticed of ${mutants.length} mutants, ${alive.length} survived`)
process.exit(problems.length ? 1 : 0)
