/** The session service as operators have it: its tarball, installed in a folder of its own. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from '../../../scripts/system/processes.mjs'

/** Where the command is in a folder into which the package was installed. */
export const COMMAND = 'node_modules/portico-session-service/dist/command.mjs'

/** Installs the packed session service in a folder. @returns its command */
export function packedCommand(folder: string): string {
  const run = ([command, ...args]: string[]) =>
    execFileSync(command as string, args, { encoding: 'utf8', stdio: 'pipe' })
  const pack = npm(
    'pack',
    '-w',
    'session-service',
    '--ignore-scripts',
    '--json',
    '--pack-destination',
    folder,
  )
  const [{ filename }] = JSON.parse(run(pack))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  run(npm('install', '--prefix', folder, '--no-audit', '--no-fund', join(folder, filename)))
  return join(folder, COMMAND)
}
