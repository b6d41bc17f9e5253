/** What `npm start` and the tests share: dependencies installed, and builds that are up to date. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isInstalled } from '../install/lock.mjs'
import { npm, ROOT, run } from '../system/processes.mjs'

/** A JSON file of the repository; nothing when it is not there, or broken. */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
  } catch {
    return undefined
  }
}

/** Installs what package-lock.json names, unless node_modules holds just that. */
export async function installDependencies() {
  const installed = readJson('node_modules/.package-lock.json')
  if (installed && isInstalled(readJson('package-lock.json'), installed)) return
  if (process.platform === 'win32' && process.arch === 'arm64') {
    console.error(
      'The emulator’s database has no build for Windows on ARM: use the x64 build of Node, which runs there.',
    )
    process.exit(1)
  }
  console.log('Installing dependencies …')
  await run(npm('ci', '--no-audit', '--no-fund'), { quiet: true })
}

/** When a file, or anything below a folder, was last changed; 0 when there is nothing. */
function changedAt(path) {
  const stat = statSync(join(ROOT, path), { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(join(ROOT, path)).map((name) => changedAt(join(path, name))))
}

const newest = (paths) => Math.max(...paths.map(changedAt))

/** Builds the library, when its sources are newer than its build. */
export async function buildLibrary() {
  const sources = [
    'core',
    'plugins',
    'presets',
    'bindings',
    'devtools',
    'server',
    'scripts/build/declarations.mjs',
    'scripts/build/programs.mjs',
    'build.config.ts',
    'package.json',
    'tsconfig.json',
  ]
  if (changedAt('dist/presets/identity.js') >= newest(sources)) return
  console.log('Building the library …')
  await run(npm('run', 'build'), { quiet: true })
}

/** Builds the session service, when its sources are newer than its build. */
export async function buildSessionService() {
  const sources = ['session-service/src', 'session-service/build.config.ts', 'scripts/build/declarations.mjs']
  if (changedAt('session-service/dist/command.mjs') >= newest(sources)) return
  console.log('Building the session service …')
  await run(npm('run', 'build', '-w', 'session-service'), { quiet: true })
}

/** Builds the emulator, when its sources or the built library are newer than its build. */
export async function buildEmulator() {
  const sources = [
    'dist',
    'session-service/dist',
    'emulator/src',
    'emulator/assets',
    'emulator/build.config.ts',
    'emulator/build-browser.ts',
    'scripts/build/declarations.mjs',
  ]
  if (changedAt('emulator/dist/cli.mjs') >= newest(sources)) return
  console.log('Building the emulator …')
  await run(npm('run', 'build', '-w', 'emulator'), { quiet: true })
}

/** Builds them all. */
export async function build() {
  await buildLibrary()
  await buildSessionService()
  await buildEmulator()
}
