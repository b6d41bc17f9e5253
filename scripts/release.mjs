/**
 * `npm run release`: from a clean tree and a fresh install by the lock to a tarball that was tested, its files and hashes
 * printed, with a list of what is in it (SBOM) beside it. That is a dry run. Publishes that very tarball, with provenance, only when it is
 * called with `--publish`, of a commit that bears the version's tag, in a CI job that can sign (`id-token: write`):
 * `.github/workflows/publish.yml`. There is no token: the registry trusts the job. `--out=FOLDER` says where the files go. `--untested`
 * leaves installing and tests out, to see the files soon; nothing is published then.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { oldReports } from './evidence.mjs'
import { integrityLines } from './integrity.mjs'
import { npm, ROOT, run } from './processes.mjs'
import { changelogProblem, npmProblem, tagProblem } from './release-checks.mjs'
import { writeReleaseFiles } from './release-files.mjs'

const { values } = parseArgs({
  options: { publish: { type: 'boolean' }, untested: { type: 'boolean' }, out: { type: 'string' } },
})
const isPublishing = values.publish === true
const out = values.out && resolve(values.out)

/** Runs a command; gives what it printed. */
function ask(command, ...args) {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0) stop(`${command} ${args.join(' ')} failed\n${stderr}`)
  return stdout
}

function stop(why) {
  console.error(`Not released: ${why}`)
  process.exit(1)
}

/** What is released is what is committed: files of the author's own are not in the repository. */
function checkCleanTree(when) {
  const changes = ask('git', 'status', '--porcelain').trimEnd()
  if (changes) stop(`${when} there are changes that are not committed\n${changes}`)
}

/** Nothing is published that somebody warns of, or that nobody could be asked about. */
function checkAdvisories() {
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/audit.mjs')], { stdio: 'inherit' })
  if (status === 1) stop('npm audit warns of what would be shipped')
  if (status !== 0 && isPublishing) stop('npm audit could not be asked')
}

/** Installs, builds and tests what is committed. */
async function test() {
  // What somebody has in node_modules is not what the lock file names.
  await run(npm('ci', '--no-audit', '--no-fund'))
  checkAdvisories()
  await run(npm('run', 'build'))
  checkCleanTree('after the build')
  await run(npm('test'))
  checkCleanTree('after the tests')
}

const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
console.log(`${name} ${version}, commit ${ask('git', 'rev-parse', '--short', 'HEAD').trim()}`)
checkCleanTree('before the build')
const tags = ask('git', 'tag', '--points-at', 'HEAD').split('\n').filter(Boolean)
const problems = [
  changelogProblem(changelog, version),
  tagProblem(tags, version),
  npmProblem(ask(...npm('--version')).trim()),
  ...oldReports().map(({ file, command, why }) => `${file} is of older sources (${why}): ${command}`),
].filter(Boolean)
if (problems.length && isPublishing) stop(problems.join('\n'))

if (values.untested) {
  if (isPublishing) stop('what is untested is not published')
  await run(npm('run', 'build'))
} else await test()

const folder = out ?? mkdtempSync(join(tmpdir(), `${name}-release-`))
mkdirSync(folder, { recursive: true })
const { tarball, sbom, packed } = writeReleaseFiles(folder)
for (const { path, size } of packed.files) console.log(`${String(size).padStart(8)}  ${path}`)
console.log(`${packed.files.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked`)
console.log(`tarball              ${packed.integrity}`)
for (const line of integrityLines()) console.log(line)
console.log(`At ${tarball}\nAt ${sbom}`)

if (isPublishing) await run(npm('publish', tarball, '--provenance', '--access', 'public'))
else {
  console.log('A dry run: nothing was published. `npm run release -- --publish` does it.')
  for (const problem of problems) console.log(`Before that: ${problem}`)
}
