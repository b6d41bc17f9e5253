/** What `npm start` and `npm test` share: dependencies installed, and builds that are up to date. */
import { spawnSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** Runs a command in the project; ends this process with its exit code when it fails. */
export function run(command, args, { quiet = false } = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: quiet ? 'pipe' : 'inherit',
    shell: process.platform === 'win32',
  })
  if (status === 0) return
  if (quiet) process.stderr.write(`${stdout}${stderr}`)
  console.error(`\nFailed: ${command} ${args.join(' ')}`)
  process.exit(status || 1)
}

/** When a file, or anything below a folder, was last changed; 0 when there is nothing. */
function changedAt(path) {
  const stat = statSync(`${ROOT}/${path}`, { throwIfNoEntry: false })
  if (!stat) return 0
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(`${ROOT}/${path}`).map((name) => changedAt(`${path}/${name}`)))
}

const newest = (paths) => Math.max(...paths.map(changedAt))

export function installDependencies() {
  if (changedAt('node_modules/.package-lock.json') >= changedAt('package-lock.json')) return
  console.log('Installing dependencies …')
  // Not `npm ci`: it refuses a lock file made where a registry holds the packages of some platforms only.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund'], { quiet: true })
}

/** Builds the library and the emulator, each only when its sources are newer than its build. */
export function build() {
  const library = ['core', 'plugins', 'presets', 'build.config.ts', 'package.json', 'tsconfig.json']
  if (changedAt('dist/presets/identity.mjs') < newest(library)) {
    console.log('Building the library …')
    run('npm', ['run', 'build'], { quiet: true })
  }
  const emulator = [
    'dist',
    'emulator/src',
    'emulator/assets',
    'emulator/build.config.ts',
    'emulator/build-browser.ts',
  ]
  if (changedAt('emulator/dist/cli.mjs') < newest(emulator)) {
    console.log('Building the emulator …')
    run('npm', ['run', 'build', '-w', 'emulator'], { quiet: true })
  }
}
