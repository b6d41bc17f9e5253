/**
 * `npm run lock`: completes package-lock.json after a change of dependencies, so that every machine can install by
 * `npm ci`, whichever registry the lock was made with. What that registry does not serve has no hash in the lock.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm, ROOT } from '../system/processes.mjs'
import { missingVariants, platformOf } from './lock.mjs'

const FILE = join(ROOT, 'package-lock.json')

/** What the registry says of a package, or of its newest version in a range; nothing when it does not know it. */
function ask(spec) {
  const [command, ...args] = npm('view', spec, 'version', 'os', 'cpu', 'libc', 'dist.integrity', '--json')
  const { status, stdout } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' })
  if (status !== 0 || !stdout.trim()) return undefined
  return [JSON.parse(stdout)].flat().at(-1)
}

/** The entry of a variant. Its platform is the same in all its versions: any will do, and at last its name. */
function entryOf({ name, range, dev }) {
  const exact = ask(`${name}@${range}`)
  const version = exact?.version ?? (/^\d/.test(range) ? range : undefined)
  const { os, cpu, libc } = exact ?? ask(name) ?? platformOf(name) ?? {}
  if (!version || !(os || cpu)) {
    console.error(`${name}@${range}: neither the registry nor its name tells what it is. Add it by hand.`)
    process.exit(1)
  }
  return { version, integrity: exact?.['dist.integrity'], cpu, dev, libc, optional: true, os }
}

const lock = JSON.parse(readFileSync(FILE, 'utf8'))
const missing = missingVariants(lock)
for (const variant of missing) {
  lock.packages[variant.path] = entryOf(variant)
  console.log(`${variant.path} ${variant.range}`)
}
// In npm's own order, so that npm changes nothing when it writes the file next.
const sorted = Object.entries(lock.packages).sort(([one], [other]) => one.localeCompare(other, 'en'))
const text = `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`
if (missing.length) writeFileSync(FILE, text)
console.log(`${missing.length} variants were missing in package-lock.json`)
