/** podman with a storage of its own: no image and no container of the machine is touched, and nothing of it is left. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Engine {
  /** A folder of the engine's own, for files. */
  readonly folder: string
  /** Runs a command of podman, or podman-compose. @returns what it printed @throws {Error} with what it said when it fails */
  run(command: readonly string[], options?: { readonly cwd?: string }): Promise<string>
  /** Removes all containers, images and volumes. */
  remove(): Promise<void>
}

/** Limits that a process without the right to raise them may set, and the runtime that works beside any version of cgroups. */
const CONTAINERS = `[containers]
default_ulimits = ["nofile=1024:1024", "nproc=1024:1024"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "file"
`

export function newEngine(): Engine {
  const folder = mkdtempSync(join(tmpdir(), 'portico-containers-'))
  const file = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const storage = `[storage]
driver = "overlay"
graphroot = "${folder}/images"
runroot = "${folder}/running"
`
  mkdirSync(join(folder, 'files'))
  const env = {
    ...process.env,
    CONTAINERS_CONF: file('containers.conf', CONTAINERS),
    CONTAINERS_STORAGE_CONF: file('storage.conf', storage),
  }

  const run: Engine['run'] = ([program = '', ...args], { cwd } = {}) =>
    new Promise((fulfil, reject) => {
      const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
      let printed = ''
      let said = ''
      child.stdout.setEncoding('utf8').on('data', (text) => {
        printed += text
      })
      child.stderr.setEncoding('utf8').on('data', (text) => {
        said += text
      })
      child.once('error', reject)
      child.once('close', (status) => {
        if (status === 0) fulfil(printed.trim())
        else reject(new Error(`${[program, ...args].join(' ')} ended with ${status}: ${said}`))
      })
    })

  return {
    folder: join(folder, 'files'),
    run,
    async remove() {
      await run(['podman', 'system', 'reset', '--force'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
