/**
 * Installs what the lock file names for machines of every kind, by more than one npm, and looks for the native packages: of
 * each, the variant for that machine must be there, unless the registry does not serve it.
 */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isFor, placesOf, platformOf } from '../../install/lock.mjs'
import { inFolder } from '../../system/folders.mjs'
import { execute, npm, ROOT } from '../../system/processes.mjs'

const MACHINES = [
  { platform: 'darwin', arch: 'arm64' },
  { platform: 'darwin', arch: 'x64' },
  { platform: 'win32', arch: 'x64' },
  { platform: 'win32', arch: 'arm64' },
  { platform: 'linux', arch: 'x64', libc: 'glibc' },
  { platform: 'linux', arch: 'x64', libc: 'musl' },
  { platform: 'linux', arch: 'arm64', libc: 'glibc' },
  { platform: 'linux', arch: 'arm64', libc: 'musl' },
]

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
const { workspaces } = readJson(join(ROOT, 'package.json'))
/** What npm needs to install a lock. */
const FILES = ['package.json', '.npmrc', ...workspaces.map((folder) => `${folder}/package.json`)]

const quoted = (names) => [...new Set(names)].map((name) => `\`${name}\``).join(', ')

/** What the registry has been asked: whether it serves a version of a package. */
const served = new Map()

async function isServed(spec) {
  if (!served.has(spec)) {
    const { status, output } = await execute(npm('view', spec, 'version'), { quiet: true })
    if (status !== 0 && !output.includes('E404'))
      throw new Error(`The registry could not be asked:\n${output}`)
    served.set(spec, status === 0)
  }
  return served.get(spec)
}

/** The native packages of a lock: where each is, and the variants of it that are for a machine. */
function nativesIn({ packages }, machine) {
  return Object.entries(packages).flatMap(([owner, { optionalDependencies = {} }]) => {
    const names = Object.keys(optionalDependencies).filter(platformOf)
    const own = names.filter((name) => {
      const place = [...placesOf(owner, name)].find((path) => path in packages)
      return isFor(packages[place] ?? platformOf(name), machine)
    })
    return names.length ? [{ owner, own, range: optionalDependencies[own[0]] }] : []
  })
}

/** What an installation has come to, in words; and whether that is as it should be. */
async function judge(lock, installed, gaveUp, machine) {
  const counts = { there: 0, wanted: 0 }
  const [unserved, without, lost] = [[], [], []]
  for (const { owner, own, range } of nativesIn(lock, machine)) {
    if (!own.length) without.push(owner.replace(/.*node_modules\//, ''))
    for (const name of own) {
      counts.wanted += 1
      const places = [...placesOf(owner, name)]
      if (places.some((place) => place in installed)) counts.there += 1
      else if (places.some((place) => gaveUp.has(place)) && !(await isServed(`${name}@${range}`)))
        unserved.push(name)
      else lost.push(name)
    }
  }
  const foreign = Object.keys(installed).filter((path) => !isFor(installed[path], machine))
  const words = [
    `${counts.there} of ${counts.wanted} variants installed`,
    unserved.length && `not served by the registry at hand: ${quoted(unserved)}`,
    without.length && `none exists of ${quoted(without)}`,
    lost.length && `**missing: ${quoted(lost)}**`,
    foreign.length && `**of another machine: ${quoted(foreign)}**`,
  ]
  return { text: words.filter(Boolean).join('; '), isGood: !lost.length && !foreign.length }
}

/** Installs a lock for a machine, in an empty folder. */
async function install(folder, npmScript, lock, machine) {
  for (const file of FILES) cpSync(join(ROOT, file), join(folder, file))
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock))
  const { platform, arch, libc } = machine
  const target = [`--os=${platform}`, `--cpu=${arch}`, ...(libc ? [`--libc=${libc}`] : [])]
  const args = ['ci', ...target, '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=verbose']
  const command = [process.execPath, npmScript, ...args]
  const { status, output } = await execute(command, { cwd: folder, quiet: true })
  if (status !== 0) return { text: `**npm ci failed: ${/code (\w+)/.exec(output)?.[1]}**`, isGood: false }
  const given = [...output.matchAll(/failed optional dependency (.+)$/gm)].map(([, path]) => path)
  const gaveUp = new Set(given.map((path) => path.slice(path.indexOf('node_modules')).replaceAll('\\', '/')))
  return judge(lock, readJson(join(folder, 'node_modules/.package-lock.json')).packages, gaveUp, machine)
}

/** The lock with each variant's entry as `npm run lock` writes those that the registry lacks: without a hash. */
function withoutHashes({ packages, ...lock }) {
  const entries = Object.entries(packages).map(([path, { integrity, ...entry }]) => [
    path,
    platformOf(path.replace(/.*node_modules\//, '')) ? entry : { ...entry, integrity },
  ])
  return { ...lock, packages: Object.fromEntries(entries) }
}

/**
 * Rows of the table: how each machine fared.
 *
 * @param {{ npm: string, npmScript: string }[]} npms
 */
export async function tryVariants(npms) {
  const lock = readJson(join(ROOT, 'package-lock.json'))
  const tasks = MACHINES.map((machine) => ({ machine, lock, note: '' }))
  tasks.push({
    machine: MACHINES[0],
    lock: withoutHashes(lock),
    note: ', all entries of variants without a hash',
  })
  const rows = []
  for (const { machine, lock, note } of tasks) {
    const name = `${Object.values(machine).join(' ')}${note}`
    const byText = new Map()
    for (const { npm: version, npmScript } of npms) {
      const { text, isGood } = await inFolder((folder) => install(folder, npmScript, lock, machine))
      console.log(`  npm ${version}, ${name}: ${text}`)
      byText.set(text, { isGood, versions: [...(byText.get(text)?.versions ?? []), version] })
    }
    for (const [text, { isGood, versions }] of byText)
      rows.push({ cells: [`\`npm ci\`, npm ${versions.join(' and ')}`, name, text], isGood })
  }
  return rows
}
