// The built command as a process, for the tests of it.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import type { Emulator } from '../src/index.ts'
import { SEED_USERS } from '../src/store/seed-users.ts'

const command = fileURLToPath(new URL('../dist/cli.mjs', import.meta.url))

/** Starts the command, in this folder. The end of the test ends it. */
export function runIn(cwd: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [command, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
  // Not by `afterEach` of this module: several files may share the module, and only the first of them would register it.
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Starts the command. */
export const run = (...args: string[]): ChildProcess => runIn(process.cwd(), ...args)

/** What a process printed, and how it ended. */
export async function ended(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
  const output = { out: '', err: '' }
  child.stdout?.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    output.err += chunk
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...output }
}

export interface Started {
  readonly child: ChildProcess
  readonly lines: string[]
  readonly port: number
  /** The parts of an emulator that the steps of a login need. */
  readonly emulator: Emulator
}

/** Starts the command on a free port; settles when it runs. */
export const started = (...args: string[]): Promise<Started> => whenStarted(run('--port', '0', ...args))

/** Settles when the command has said where it runs. */
export async function whenStarted(child: ChildProcess): Promise<Started> {
  const lines: string[] = []
  const output = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const port = await new Promise<number>((resolve, reject) => {
    output.on('line', (line) => {
      lines.push(line)
      const found = /www\.site\.localhost:(\d+)/.exec(line)?.[1]
      if (found !== undefined) resolve(Number(found))
    })
    child.once('exit', (code) => reject(new Error(`it ended with ${code}`)))
  })
  const url = (host: string, path = '/'): string => `http://${host}:${port}${path}`
  return { child, lines, port, emulator: { url, users: SEED_USERS, port } as unknown as Emulator }
}

/** A directory for data, until the end of the test. */
export function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'portico-emulator-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 10 }))
  return directory
}
