/**
 * `npm run release`: from a clean tree and a fresh install by the lock to the tarballs of the three packages, tested, their files and
 * hashes printed, each with a list of what comes with it (SBOM). That is a dry run. With `--stage` these very tarballs wait in the registry
 * until a person approves each with a second factor (`npm stage approve`). With `--publish` they are out at once, for a registry
 * without stages. Both want a commit that bears the version's tag, in a CI job that can sign (`id-token: write`):
 * `.github/workflows/publish.yml`. There is no token: the registry trusts the job. `--out=FOLDER` says where the files go. `--untested`
 * leaves installing and tests out, to see the files soon; nothing leaves the machine then.
 */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { integrityLines } from '../build/integrity.mjs'
import { build } from '../build/prepare.mjs'
import { oldReports } from '../evidence/evidence.mjs'
import { npm, ROOT, run } from '../system/processes.mjs'
import { changelogProblem, npmProblem, tagProblem, versionProblem } from './checks.mjs'
import { manifestOf, RELEASED, writeReleaseFiles } from './files.mjs'

const { values } = parseArgs({
  options: {
    stage: { type: 'boolean' },
    publish: { type: 'boolean' },
    untested: { type: 'boolean' },
    out: { type: 'string' },
  },
})
/** What a dry run cannot try. */
const ONLY_A_REGISTRY = [
  'trusts the job of publish.yml, without a token',
  'signs the provenance of each tarball',
  'keeps the versions until a person approves each',
  'answers `npm audit signatures` for what is installed',
]
const isPublishing = values.stage === true || values.publish === true
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
  const { status } = spawnSync(process.execPath, [join(ROOT, 'scripts/release/audit.mjs')], {
    stdio: 'inherit',
  })
  if (status === 1) stop('npm audit warns of what would be shipped')
  if (status !== 0 && isPublishing) stop('npm audit could not be asked')
}

/** Installs, builds and tests what is committed. */
async function test() {
  // What somebody has in node_modules is not what the lock file names.
  await run(npm('ci', '--no-audit', '--no-fund'))
  checkAdvisories()
  await build()
  checkCleanTree('after the build')
  await run(npm('run', 'test:all'))
  checkCleanTree('after the tests')
}

/** Prints what is in a tarball. */
function show({ tarball, sbom, packed }) {
  console.log(`\n${basename(tarball)}`)
  for (const { path, size } of packed.files) console.log(`${String(size).padStart(8)}  ${path}`)
  console.log(`${packed.files.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked`)
  console.log(`tarball              ${packed.integrity}\nAt ${tarball}\nAt ${sbom}`)
}

const manifests = RELEASED.map(manifestOf)
const [{ name, version }] = manifests
const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
console.log(`${name} ${version}, commit ${ask('git', 'rev-parse', '--short', 'HEAD').trim()}`)
checkCleanTree('before the build')
const tags = ask('git', 'tag', '--points-at', 'HEAD').split('\n').filter(Boolean)
const problems = [
  versionProblem(manifests),
  changelogProblem(changelog, version),
  tagProblem(tags, version),
  npmProblem(ask(...npm('--version')).trim(), values.publish ? 'publish' : 'stage'),
  ...oldReports().map(({ file, command, why }) => `${file} is of older sources (${why}): ${command}`),
].filter(Boolean)
if (problems.length && isPublishing) stop(problems.join('\n'))

if (values.untested) {
  if (isPublishing) stop('what is untested is not published')
  await build()
} else await test()

const folder = out ?? mkdtempSync(join(tmpdir(), `${name}-release-`))
mkdirSync(folder, { recursive: true })
const releases = RELEASED.map((released) => writeReleaseFiles(folder, released))
for (const release of releases) show(release)
for (const line of integrityLines()) console.log(line)

// npm refuses a version before the first without a tag of its own: whoever names no version must not get it.
const tag = ['--tag', version.includes('-') ? 'next' : 'latest']
const way = [...(values.publish ? ['publish'] : ['stage', 'publish']), ...tag]
if (isPublishing)
  for (const { tarball } of releases) await run(npm(...way, tarball, '--provenance', '--access', 'public'))
else {
  console.log('A dry run: nothing was published. `npm run release -- --stage` does it.')
  for (const problem of problems) console.log(`Before that: ${problem}`)
  for (const line of ONLY_A_REGISTRY) console.log(`Only a registry: ${line}`)
}
