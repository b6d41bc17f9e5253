// The built command as a process, with a configuration of the test's own.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../../dist/command.mjs', import.meta.url))

type LogLine = Record<string, unknown> & { msg: string }

/** A command that runs. */
export interface RunningCommand {
  readonly child: ChildProcess
  readonly port: number
  readonly managementPort: number
  /** What pages give as `env`. */
  readonly environment: unknown
  /** The lines of its log, as they came. */
  readonly lines: string[]
  /** Settles with the next line of this message. */
  line(message: string): Promise<LogLine>
  /** Settles with its code, once it has ended by itself, or by the signal. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** What is left when the tests end. */
const leftovers: (() => void)[] = []
process.once('exit', () => {
  for (const end of leftovers) end()
})
// Vitest ends its workers by SIGTERM. Without a handler, that signal ends a process without the event `exit`.
process.once('SIGTERM', () => process.exit(128 + constants.signals.SIGTERM))

/** A folder that ends with the process. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-session-service-'))
  leftovers.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Writes a configuration. @returns the file */
export function configFile(config: unknown, folder: string = newFolder()): string {
  const file = join(folder, 'session-service.json')
  writeFileSync(file, JSON.stringify(config))
  return file
}

function start(
  args: readonly string[],
  env: Record<string, string>,
  cwd: string,
  program: string = command,
): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  leftovers.push(() => child.kill('SIGKILL'))
  return child
}

/** Runs the command until it ends. */
export async function ended(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd: string = newFolder(),
): Promise<{ code: number | null; out: string; err: string }> {
  const child = start(args, env, cwd)
  const output = { out: '', err: '' }
  child.stdout?.on('data', (piece) => {
    output.out += piece
  })
  child.stderr?.on('data', (piece) => {
    output.err += piece
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

/** Starts the command, and settles when it listens. @param program another one than the built one, such as one that was packed */
export async function runCommand(
  config: Record<string, unknown>,
  env: Record<string, string> = {},
  program?: string,
): Promise<RunningCommand> {
  const folder = newFolder()
  const child = start(
    ['--config', configFile({ port: 0, managementPort: 0, ...config }, folder)],
    env,
    folder,
    program,
  )
  const lines: string[] = []
  const waiting = new Set<(line: LogLine) => void>()
  createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (text) => {
    lines.push(text)
    for (const tell of waiting) tell(JSON.parse(text) as LogLine)
  })
  let errors = ''
  child.stderr?.on('data', (piece) => {
    errors += piece
  })
  const exited = once(child, 'exit') as Promise<[number | null]>

  const line = (message: string): Promise<LogLine> =>
    new Promise((resolve, reject) => {
      const tell = (one: LogLine): void => {
        if (one.msg !== message) return
        waiting.delete(tell)
        resolve(one)
      }
      waiting.add(tell)
      exited.then(([code]) => reject(new Error(`the command ended with ${code}: ${errors}`)))
    })

  const { port, managementPort, environment } = (await line('listening')) as unknown as RunningCommand
  return {
    child,
    port,
    managementPort,
    environment,
    lines,
    line,
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      const [code] = await exited
      return code
    },
  }
}
