// A PostgreSQL of the test's own, on a port of its own. `bench` uses it too.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../support/free-port.mjs'
import { hasPostgres, postgresProgram } from './servers.mjs'

export { hasPostgres }

if (!hasPostgres && !process.env.PORTICO_STORES)
  process.stderr.write('Left out: what runs on PostgreSQL. There is none: apt-get install postgresql.\n')

/** PostgreSQL refuses to run as root: the user of its package runs it then. */
function owner() {
  if (process.getuid?.() !== 0) return {}
  const idOf = (flag) => Number(spawnSync('id', [flag, 'postgres']).stdout)
  return { uid: idOf('-u'), gid: idOf('-g') }
}

function run(name, args, options) {
  const { status, stderr } = spawnSync(postgresProgram(name), args, { ...options, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${name} ended with ${status}: ${stderr}`)
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export async function startPostgres({ settings = {}, primary, launcher = [] } = {}) {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'portico-postgres-'))
  const as = owner()
  if (as.uid !== undefined) chownSync(folder, as.uid, as.gid)
  const options = { ...as, cwd: folder }
  const data = join(folder, 'data')
  if (primary) run('pg_basebackup', ['-D', data, '-d', primary, '-R', '-c', 'fast', '--no-sync'], options)
  else
    run(
      'initdb',
      ['-D', data, '-U', 'portico', '-A', 'trust', '-E', 'UTF8', '--no-sync', '--wal-segsize=1'],
      options,
    )

  // A kill takes nothing that a power failure alone would take.
  const all = { fsync: 'off', listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings }
  const asArguments = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const [command, ...args] = [
    ...launcher,
    postgresProgram('postgres'),
    '-D',
    data,
    '-p',
    `${port}`,
    ...asArguments,
  ]
  let child

  const isReady = () =>
    spawnSync(postgresProgram('pg_isready'), ['-q', '-h', '127.0.0.1', '-p', `${port}`]).status === 0

  async function start() {
    let log = ''
    const server = spawn(command, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] })
    child = server
    server.stderr.on('data', (text) => {
      log += text
    })
    process.once('exit', stopNow)
    while (!isReady()) {
      if (server.exitCode !== null) throw new Error(`postgres ended with ${server.exitCode}: ${log}`)
      await delay(20)
    }
  }

  // Its processes end when their parent has, within a moment.
  const stopNow = () => child?.kill('SIGQUIT')

  async function stop(signal = 'SIGINT') {
    const server = child
    child = undefined
    process.off('exit', stopNow)
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const { stdout } = spawnSync('pgrep', ['-P', `${server.pid}`], { encoding: 'utf8' })
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
    // Those of a server that was killed go on answering for a moment. Where nobody collects what has ended, they look alive.
    const pids = stdout.split('\n').filter(Boolean).map(Number)
    for (let round = 0; round < 200 && pids.some(isAlive); round += 1) await delay(5)
  }

  await start()
  return {
    url: `postgres://portico@127.0.0.1:${port}/postgres`,
    start,
    stop,
    promote: () => run('pg_ctl', ['promote', '-w', '-s', '-D', data], options),
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}
