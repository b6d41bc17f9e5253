/** Run by vitest before the first file: installs what package-lock.json of this folder names, unless it is there. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isInstalled, type Lock } from '../../../scripts/install/lock.mjs'
import { npm, run } from '../../../scripts/system/processes.mjs'

const FOLDER = import.meta.dirname

const lockAt = (path: string): Lock | undefined => {
  try {
    return JSON.parse(readFileSync(join(FOLDER, path), 'utf8'))
  } catch {}
}

export default async function install(): Promise<void> {
  const wanted = lockAt('package-lock.json')
  const installed = lockAt('node_modules/.package-lock.json')
  if (wanted && installed && isInstalled(wanted, installed)) return
  await run(npm('ci', '--ignore-scripts', '--no-audit', '--no-fund'), { quiet: true, cwd: FOLDER })
}
