/**
 * `npm run verify mutate` and `npm run verify mutate-session-service`: change a package in many small ways, one at a time, and count the
 * changes that no unit test notices. `test/mutation/survivors.json` says which of them may live.
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
const REPORT = `${ROOT}/.cache/mutation.json`
/** What the runs so far found, by file. */
const TRIED = '.cache/mutants.json'

const filesOf = (folder) =>
  readdirSync(`${ROOT}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)

const {
  again: isAgain,
  fresh: isAnew,
  files: part,
} = parseArgs({
  options: { again: { type: 'boolean' }, fresh: { type: 'boolean' }, files: { type: 'string' } },
}).values
const wanted = part?.split(',')
const isIn = (path) => (file) => file === path || file.startsWith(`${path}/`)

/** The files to try: all, or those that `--files` names. */
function chosen(sources) {
  const unknown = wanted?.find((path) => !sources.some(isIn(path)))
  if (unknown) throw new Error(`No such source: ${unknown}`)
  return wanted ? sources.filter((file) => wanted.some((path) => isIn(path)(file))) : sources
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

const textOf = (file) => readFileSync(`${ROOT}/${file}`, 'utf8')
const keyOf = ({ file, location: { start, end }, mutatorName, replacement }) =>
  JSON.stringify([file, start, end, mutatorName, replacement])
/** The place of a mutant, as Stryker takes it. */
const placeOf = ({ file, location: { start, end } }) =>
  `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`
/** What timed out on a busy machine may live on an idle one. */
const doubted = (mutant) => (mutant.status === 'Timeout' ? { ...mutant, status: 'Survived' } : mutant)

/** Survivors of one file and kind, and the reasons that there are. */
const showGroup = ({ file, kind, survivors, reasons }) =>
  [
    `${file}, ${kind}: ${survivors.length}`,
    ...survivors.map((mutant) => `  ${show(mutant)}`),
    ...Object.entries(reasons).map(([reason, atMost]) => `  at most ${atMost}: ${reason}`),
  ].join('\n')
const showAll = (groups) => groups.map(showGroup).join('\n')

/**
 * Tries a package, and ends the process.
 *
 * @param command the suite
 * @param {string[]} folders of the sources
 * @param isOutOfReach whether no unit test can run a file
 * @param testsOf the pattern of the tests of a folder; undefined where they are all
 * @param allTests the pattern of all tests that may notice something; undefined for all unit tests
 * @param results the file of the report
 */
export async function mutate({ command, folders, isOutOfReach, testsOf, allTests, results }) {
  await installDependencies()
  const of = trees(folders)
  const sources = folders.flatMap(filesOf).filter((file) => !isOutOfReach(file))
  const files = chosen(sources)
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
  /** Whether a file needs nothing: neither its folder nor the tests of that have changed since all tests were tried. */
  const isDone = (file) => !isAnew && !isAgain && before.isWhole(file, codeAt(file))
  /** Whether what survived in a file is all that has to be tried. It is named by its place, which has to be there still. */
  const isBegun = (file) =>
    !isAnew && !isDone(file) && before.isOf(file, codeAt(file)) && before.textOf(file) === textOf(file)
  const tried = new Map()
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
  const isTried = ({ file }) =>
    done.has(file) || (testsOf(dirname(file)) === allTests && fresh.includes(file))
  const left = [...tried.values()].filter((mutant) => isAlive(mutant) && !isTried(mutant))
  if (left.length) {
    // A mutant that stands within another is tried once more with it, and may have been noticed before.
    note(
      mutantsIn(await tryMutants(left.map(placeOf), allTests)).filter((mutant) =>
        isAlive(tried.get(keyOf(mutant))),
      ),
    )
  }
  save(files, true)

  const mutants = [...tried.values()].filter(({ status }) => status !== 'Ignored')
  const { table, score } = scores(mutants)
  console.log(`\n${table}`)

  const alive = mutants.filter(isAlive)
  const allowed = Object.entries(JSON.parse(readFileSync(ACCEPTED, 'utf8')))
  const isAsked = ([file]) => (part ? files.includes(file) : folders.some((folder) => isIn(folder)(file)))
  const compared = compare(alive, Object.fromEntries(allowed.filter(isAsked)))

  if (!part) {
    const { devDependencies, version } = readJson('package.json')
    const circumstances = [
      `Portico ${version}, Stryker ${devDependencies['@stryker-mutator/core']}, vitest ${devDependencies.vitest}, Node ${process.versions.node}.`,
      `${PROPERTY_RUNS} runs of each property.`,
      `Of the ${of}.`,
    ].join('\n')
    const ignored = tried.size - mutants.length
    writeFileSync(`${ROOT}/${results}`, report({ command, folders, compared, table, ignored, circumstances }))
  }

  const untried = mutants.filter(isUntried)
  const unexplained = compared.filter(({ excess }) => excess > 0)
  const unneeded = compared.filter(({ excess }) => excess < 0)
  const problems = [
    untried.length && `Could not be tried:\n${untried.map(show).join('\n')}`,
    unexplained.length && `More survivors than test/mutation/survivors.json allows:\n${showAll(unexplained)}`,
    unneeded.length && `Fewer survivors than test/mutation/survivors.json allows:\n${showAll(unneeded)}`,
    score < LOWEST_SCORE && `Score ${score} %, less than ${LOWEST_SCORE} %.`,
  ].filter(Boolean)
  for (const problem of problems) console.error(`\n${problem}`)
  console.log(`\n${score} % of ${mutants.length} mutants noticed, ${alive.length} survived`)
  process.exit(problems.length ? 1 : 0)
}
