/**
 * `npm run release`: from a clean tree and a fresh install by the lock to a tarball that was tested, its files and hashes
 * printed. Publishes that very tarball, with provenance, only when it is called with `--publish`, of a commit that bears the
 * version's tag, in a CI job that can sign (`id-token: write`): `.github/workflows/publish.yml`.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { integrityLines } from './integrity.mjs'
import { npm, ROOT, run } from './processes.mjs'
import { changelogProblem, tagProblem } from './release-checks.mjs'

const isPublishing = process.argv.includes('--publish')

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

const { name, version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8')
console.log(`${name} ${version}, commit ${ask('git', 'rev-parse', '--short', 'HEAD').trim()}`)
checkCleanTree('before the build')
const tags = ask('git', 'tag', '--points-at', 'HEAD').split('\n').filter(Boolean)
const problems = [changelogProblem(changelog, version), tagProblem(tags, version)].filter(Boolean)
if (problems.length && isPublishing) stop(problems.join('\n'))

// What somebody has in node_modules is not what the lock file names.
await run(npm('ci', '--no-audit', '--no-fund'))

checkAdvisories()

await run(npm('run', 'build'))
checkCleanTree('after the build')
await run(npm('test'))
checkCleanTree('after the tests')

const folder = mkdtempSync(join(tmpdir(), `${name}-release-`))
const [packed] = JSON.parse(ask(...npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder)))
const tarball = join(folder, packed.filename)
for (const { path, size } of packed.files) console.log(`${String(size).padStart(8)}  ${path}`)
console.log(`${packed.files.length} files, ${packed.size} bytes packed, ${packed.unpackedSize} unpacked`)
console.log(`tarball              ${packed.integrity}`)
for (const line of integrityLines()) console.log(line)
console.log(`At ${tarball}`)

if (isPublishing) await run(npm('publish', tarball, '--provenance', '--access', 'public'))
else {
  console.log('A dry run: nothing was published. `npm run release -- --publish` does it.')
  for (const problem of problems) console.log(`Before that: ${problem}`)
}
