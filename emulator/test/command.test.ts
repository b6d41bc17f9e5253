// The command, as a process: what it prints, how it stops, what it says when it cannot start, and that a crash
// loses nothing. It is the built one that runs.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import Database from 'libsql'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import { type Emulator, startEmulator } from '../src/index.ts'
import { SEED_USERS } from '../src/store/seed-users.ts'
import { Visitor } from './helpers.ts'
import { exchange, requestFor, statusOf } from './hostile/raw.ts'
import { HOSTS, TARGETS } from './hostile/words.ts'
import { askSession, logIn, site } from './log-in.ts'

const command = fileURLToPath(new URL('../dist/cli.mjs', import.meta.url))
const running = new Set<ChildProcess>()
const directories: string[] = []

afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  running.clear()
  for (const directory of directories.splice(0))
    rmSync(directory, { recursive: true, force: true, maxRetries: 10 })
})

function run(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function ended(child: ChildProcess): Promise<{ code: number | null; out: string; err: string }> {
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

interface Started {
  readonly child: ChildProcess
  readonly lines: string[]
  readonly port: number
  /** The parts of an emulator that the steps of a login need. */
  readonly emulator: Emulator
}

const started = (...args: string[]): Promise<Started> => whenStarted(run('--port', '0', ...args))

async function whenStarted(child: ChildProcess): Promise<Started> {
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

/** Listens until the end of the test; gives the port. */
async function hold(port: number, host = '127.0.0.1'): Promise<number> {
  const holder = createServer().listen(port, host)
  onTestFinished(() => void holder.close())
  await once(holder, 'listening')
  return (holder.address() as AddressInfo).port
}

function newDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'portico-emulator-'))
  directories.push(directory)
  return directory
}

describe('the command', () => {
  // Windows tells a process no signal: it ends one at once, or tells all of a console that Ctrl+C was pressed.
  it.skipIf(process.platform === 'win32').each(['SIGINT', 'SIGTERM'] as const)(
    'stops cleanly on %s',
    async (signal) => {
      const { child } = await started()
      const end = ended(child)
      child.kill(signal)
      child.kill(signal)
      expect(await end).toMatchObject({ code: 0, err: '' })
    },
  )

  it('prints one line a request, and no secret in it', async () => {
    const { child, lines, emulator } = await started()
    const visitor = new Visitor()
    await logIn(emulator, visitor, 'ingrid')
    const { body } = await askSession(emulator, visitor)
    const cookies = await visitor.jar.getCookies(emulator.url(site.sessionHost))
    const secrets = [
      ...visitor.visited.flatMap((url) =>
        ['state', 'code', 'ticket'].map((name) => new URL(url).searchParams.get(name)),
      ),
      ...visitor.visited.map((url) => /\/interaction\/([^/]+)/.exec(url)?.[1]),
      ...cookies.map(({ value }) => value),
      body.sig,
      body.sp_id,
      SEED_USERS[0]?.password,
    ].filter((secret): secret is string => typeof secret === 'string')
    const end = ended(child)
    child.kill('SIGTERM')
    await end
    const log = lines.join('\n')
    expect(lines.filter((line) => line.includes('/v2/session'))).toHaveLength(1)
    expect(log).toMatch(
      /^\d\d:\d\d:\d\d 200 GET {2}id\.site\.localhost:\d+\/v2\/session\?client_sdrn=\S+ .*\d+ ms$/m,
    )
    expect(secrets.length).toBeGreaterThan(5)
    for (const secret of secrets) expect(log).not.toContain(secret)
  })

  it('outlives requests for what is no URL, on every host', async () => {
    const { child, lines, port } = await started()
    const ended = once(child, 'exit')
    for (const host of HOSTS)
      for (const target of TARGETS)
        expect(statusOf(await exchange(port, requestFor(target, `${host}:${port}`)))).toBeDefined()
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(lines.filter((line) => / 400 GET {2}\S+… /.test(line)).length).toBeGreaterThanOrEqual(HOSTS.length)
  })

  it('says how to use it', async () => {
    expect(await ended(run('--help'))).toMatchObject({ code: 0, out: expect.stringContaining('--data DIR') })
  })

  it.each([[['--verbose']], [['--port', 'http']], [['--port', '70000']], [['extra']]])(
    'refuses %j in one line',
    async (args) => {
      const { code, err } = await ended(run(...args))
      expect(code).toBe(2)
      expect(err).toMatch(/^portico-emulator: .+\n$/)
    },
  )

  it('says in one line that the port is taken', async () => {
    const port = await hold(0)
    const { code, err } = await ended(run('--port', String(port)))
    expect(code).toBe(1)
    expect(err).toBe(
      `portico-emulator: Port ${port} is taken. Stop what listens there, or name another port.\n`,
    )
  })

  it('says in one line that browsers would find another server at the port', async () => {
    const port = await hold(0, '::1')
    const { code, err } = await ended(run('--port', String(port)))
    expect(code).toBe(1)
    expect(err).toMatch(
      new RegExp(`^portico-emulator: Port ${port} is taken on ::1, where browsers look first\\. .+\n$`),
    )
  })

  it('takes the next free port where the default one is taken, and says so', async () => {
    await hold(8800).catch(() => 'somebody else has it')
    const { port, lines } = await whenStarted(run())
    expect(port).toBeGreaterThan(8800)
    expect(port).toBeLessThan(8820)
    expect(lines[0]).toBe(`Port 8800 is taken, so this is port ${port}.`)
  })

  it('says in one line that the data directory is broken', async () => {
    const directory = newDirectory()
    writeFileSync(join(directory, 'emulator.db'), 'this is no database'.repeat(100))
    const { code, err } = await ended(run('--port', '0', '--data', directory))
    expect(code).toBe(1)
    expect(err).toMatch(/^portico-emulator: The data directory .+ cannot be used: .+\n$/)
  })

  it('says in one line that a key in it is damaged', async () => {
    const directory = newDirectory()
    await (await startEmulator({ data: directory })).close()
    const db = new Database(join(directory, 'emulator.db'))
    db.exec("UPDATE secrets SET value = substr(value, 1, 200) WHERE name = 'jwks'")
    db.close()
    const { code, err } = await ended(run('--port', '0', '--data', directory))
    expect(code).toBe(1)
    expect(err).toMatch(/^portico-emulator: The data directory .+ cannot be used: the key "jwks" .+\n$/)
  })
})

describe('what is kept', () => {
  it('is everything acknowledged, even when the process is killed', async () => {
    const directory = newDirectory()
    const first = await started('--data', directory)
    const visitor = new Visitor()
    await logIn(first.emulator, visitor, 'ingrid')
    const before = (await askSession(first.emulator, visitor)).body
    const gone = once(first.child, 'exit')
    first.child.kill('SIGKILL')
    await gone

    const second = await started('--data', directory)
    const after = (await askSession(second.emulator, visitor)).body
    expect(after).toMatchObject({ userId: 100001, pairId: before.pairId, sp_id: before.sp_id })
    // the single sign-on session as well: nothing is asked
    await visitor.open(second.emulator.url('account.localhost', '/profile-pages'))
    expect(visitor.visited.at(-1)).toBe(second.emulator.url('account.localhost', '/profile-pages'))
  })

  it('is nothing without a directory', async () => {
    const first = await started()
    const visitor = new Visitor()
    await logIn(first.emulator, visitor, 'ingrid')
    const gone = once(first.child, 'exit')
    first.child.kill('SIGTERM')
    await gone
    const second = await started()
    expect((await askSession(second.emulator, visitor)).status).toBe(401)
  })
})
