/** Installs programs that are missing, where this can be done without asking: as root, by apt-get. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const isCommand = (name) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync('apt-get', args, { env, stdio: 'ignore' }).status === 0
}

/**
 * What cannot be had is told in a line, and no failure: whoever needs it says so.
 *
 * @param {Record<string, string>} wanted commands, and the packages that hold them
 */
export function installMissing(wanted) {
  if (!isCommand('apt-get') || process.getuid?.() !== 0) return
  const packages = Object.entries(wanted).flatMap(([command, name]) => (isCommand(command) ? [] : [name]))
  if (packages.length) apt('update')
  for (const name of packages)
    if (!apt('install', '-y', '--no-install-recommends', name))
      console.error(`${name} could not be installed.`)
}
