/**
 * Asks the registry what is known against the packages that are shipped. Exits with 0 when that is nothing, with 1 when it
 * is something, and with 2 when nobody could be asked.
 */
import { spawnSync } from 'node:child_process'
import { npm, ROOT } from '../system/processes.mjs'
import { RELEASED } from './files.mjs'

const WORKSPACES = RELEASED.filter((folder) => folder !== '.').map((folder) => `--workspace=${folder}`)
const [command, ...args] = npm('audit', '--omit=dev', '--json', '--include-workspace-root', ...WORKSPACES)
const { stdout } = spawnSync(command, args, { cwd: ROOT, encoding: 'utf8' })

/** What npm says; nothing when it says nothing that is JSON. */
function said() {
  try {
    return JSON.parse(stdout)
  } catch {
    return {}
  }
}

const { metadata, vulnerabilities = {}, message = 'no answer' } = said()
if (!metadata) {
  console.error(`npm audit could not be asked: ${message}`)
  process.exit(2)
}
for (const { name, severity, range } of Object.values(vulnerabilities))
  console.error(`npm audit: ${name} ${range}, ${severity}`)
const { total } = metadata.vulnerabilities
if (!total) console.log('npm audit: nothing is known against what is shipped')
process.exit(total ? 1 : 0)
