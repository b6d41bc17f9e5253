/** Runs other programs: without a shell, so that any path will do, and so that they end when this process is told to. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** The repository. */
export const ROOT = resolve(import.meta.dirname, '../..')

/** What a shell makes of a program that a signal has ended. */
const CODES = { SIGINT: 130, SIGTERM: 143 }
const GRACE_MS = 10_000

const running = new Set()
let stoppedBy

/**
 * Ends a program. Windows tells all programs of a console by itself that Ctrl+C was pressed, and can tell a single one
 * nothing: it can only take it down, with those that it has started.
 */
function end(child, signal) {
  if (process.platform !== 'win32') child.kill(signal)
  setTimeout(() => {
    if (process.platform === 'win32') spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'])
    else child.kill('SIGKILL')
  }, GRACE_MS).unref()
}

function onSignal(signal) {
  // A terminal tells every program of its group, and npm tells this one once more.
  if (stoppedBy) return
  stoppedBy = signal
  for (const child of running) end(child, signal)
}

function began(child) {
  if (!running.size) for (const signal of Object.keys(CODES)) process.on(signal, onSignal)
  running.add(child)
}

function ended(child) {
  running.delete(child)
  if (running.size) return
  if (stoppedBy) process.exit(CODES[stoppedBy])
  for (const signal of Object.keys(CODES)) process.off(signal, onSignal)
}

/**
 * Runs a program until it ends. When this process is told to end meanwhile, so is the program, and
 * this process follows it.
 *
 * @param {[command: string, ...args: string[]]} command
 * @param options `cwd` is the repository by itself; `env` comes on top of this process's own; a quiet program's output is not
 *   shown, but given; that of a heard one is shown and given; `uid` and `gid` are those of another user
 */
export function execute(
  [command, ...args],
  { cwd = ROOT, env = {}, quiet = false, heard = false, ...user } = {},
) {
  return new Promise((fulfil, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: quiet || heard ? ['ignore', 'pipe', 'pipe'] : 'inherit',
      ...user,
    })
    began(child)
    let output = ''
    for (const name of ['stdout', 'stderr'])
      child[name]?.setEncoding('utf8').on('data', (text) => {
        output += text
        if (heard) process[name].write(text)
      })
    child.once('exit', () => ended(child))
    child.once('close', (status) => fulfil({ status, output }))
    child.once('error', (error) => {
      ended(child)
      reject(error)
    })
  })
}

/** Runs a program, and ends this process with its exit code when it fails, and whatever else it runs. */
export async function run(command, options) {
  const { status, output } = await execute(command, options)
  if (status === 0) return
  process.stderr.write(output)
  console.error(`\nFailed: ${command.join(' ')}`)
  for (const child of running) child.kill()
  process.exit(status || 1)
}

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/**
 * Ends this process when npm, which has started it, is gone: whoever ends npm alone, and some terminals do, means all of
 * it. Does nothing for a process that npm has not started.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid === parent && isAlive(parent)) return
    if (!process.emit('SIGTERM', 'SIGTERM')) process.exit(CODES.SIGTERM)
  }, 1000).unref()
}

/** npm's own script: that of the npm which runs this, else that of the one which came with Node. */
function npmScript() {
  const { npm_execpath: running = '' } = process.env
  const folders = [
    ...(/^np[mx]-cli\.js$/.test(basename(running)) ? [dirname(running)] : []),
    join(dirname(process.execPath), 'node_modules/npm/bin'),
    join(dirname(process.execPath), '../lib/node_modules/npm/bin'),
  ]
  return folders.map((folder) => join(folder, 'npm-cli.js')).find((file) => existsSync(file))
}

/** A command of npm, for {@link execute}: Windows starts no `npm` without a shell. */
export function npm(...args) {
  const script = npmScript()
  if (script) return [process.execPath, script, ...args]
  if (process.platform === 'win32') throw new Error('No npm beside this Node: start this by `npm`.')
  return ['npm', ...args]
}

/** A command of an installed package, for {@link execute}, by its file: `tool('typescript/bin/tsc', '-p', '.')`. */
export function tool(file, ...args) {
  return [process.execPath, join(ROOT, 'node_modules', file), ...args]
}
