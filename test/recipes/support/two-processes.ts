/** Two processes of the session service behind a proxy, and readers who ask without a break while one of the two ends. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { type RunningCommand, runCommand } from '../../../session-service/test/support/command.ts'
import { freePort } from '../../../session-service/test/support/free-port.mjs'
import { end } from '../../support/program.ts'
import { ask } from './ask.ts'

/** Where a process listens. */
export interface Place {
  readonly host: string
  readonly port: number
  readonly managementPort: number
}

/** A proxy's configuration, as a page has it, and what is changed in it for this machine. */
export interface Balancer {
  readonly places: readonly [Place, Place]
  readonly origin: string
  /** Writes the configuration into the folder. @returns the command that runs the proxy in front of the places */
  command(folder: string, port: number): readonly [program: string, ...args: string[]]
}

const secret = (name: string) => `a-secret-of-${name}-for-tests`.padEnd(40, '-')
const QUESTION = '/v2/session?client_sdrn=sdrn%3Asite.com%3Aclient%3Anews'
/** How many ask at the same time. */
const READERS = 8

/** Two processes of one machine: each needs ports of its own. */
export async function onOneMachine(): Promise<[Place, Place]> {
  const place = async () => ({ host: '127.0.0.1', port: await freePort(), managementPort: await freePort() })
  return [await place(), await place()]
}

/** Two machines, as this one can show them: each has an address of its own, and the same ports. */
export async function onTwoMachines(): Promise<[Place, Place]> {
  const { host: _, ...ports } = (await onOneMachine())[0]
  return [
    { host: '127.0.0.1', ...ports },
    { host: '127.0.0.2', ...ports },
  ]
}

export class TwoProcesses {
  readonly #folder: string = mkdtempSync(join(tmpdir(), 'portico-two-processes-'))
  readonly #proxy: Balancer
  readonly #services: (RunningCommand | undefined)[] = []
  #running: ChildProcess | undefined
  #port = 0

  constructor(proxy: Balancer) {
    this.#proxy = proxy
  }

  async start(): Promise<void> {
    await this.begin(0)
    await this.begin(1)
    this.#port = await freePort()
    const [program, ...args] = this.#proxy.command(this.#folder, this.#port)
    const env = {
      ...process.env,
      HOME: this.#folder,
      XDG_DATA_HOME: this.#folder,
      XDG_CONFIG_HOME: this.#folder,
    }
    this.#running = spawn(program, args, { env, stdio: 'ignore' })
    await vi.waitFor(async () => expect(await this.ask()).toBe(200), 10_000)
  }

  /** Starts a process at its place. */
  async begin(index: 0 | 1): Promise<void> {
    const { origin, places } = this.#proxy
    this.#services[index] = await runCommand({
      ...places[index],
      managementHost: places[index].host,
      origin,
      store: `sqlite:${join(this.#folder, 'sessions.db')}`,
      cookieSecret: secret('cookies'),
      identitySecret: secret('identity'),
      provider: { issuer: 'https://login.example.com', clientId: 'session-service', clientSecret: 'secret' },
      sites: [
        {
          clientId: 'news',
          redirectUris: [`${new URL(origin).protocol}//www.${new URL(origin).hostname.slice(3)}/callback`],
          signatureSecret: secret('signatures'),
        },
      ],
    })
  }

  /** Ends a process: as a supervisor does, or by force. */
  async stop(index: 0 | 1, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    await this.#services[index]?.stop(signal)
  }

  /** @returns the status that a reader gets */
  async ask(): Promise<number> {
    const headers = [['Host', new URL(this.#proxy.origin).host]] as const
    return (await ask(this.#port, QUESTION, { headers })).status
  }

  /** Readers who ask without a break, until they are sent home. */
  readers(): Readers {
    return new Readers(() => this.ask())
  }

  async close(): Promise<void> {
    if (this.#running) await end(this.#running, 'SIGKILL')
    for (const service of this.#services) await service?.stop('SIGKILL')
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 })
  }
}

class Readers {
  #answers = 0
  #isOver = false
  readonly #refusals: Record<string, number> = {}
  readonly #asking: Promise<void>[]

  constructor(ask: () => Promise<number>) {
    this.#asking = Array.from({ length: READERS }, async () => {
      while (!this.#isOver) {
        const status: number | string = await ask().catch(({ code }) => code)
        this.#answers++
        if (status !== 200) this.#refusals[status] = (this.#refusals[status] ?? 0) + 1
      }
    })
  }

  /** Settles after so many more answers. */
  async more(count: number): Promise<void> {
    const enough = this.#answers + count
    await vi.waitFor(() => expect(this.#answers).toBeGreaterThan(enough), 20_000)
  }

  /** Sends them home. @returns how often something else than 200 was answered, by status */
  async end(): Promise<Record<string, number>> {
    this.#isOver = true
    await Promise.all(this.#asking)
    return this.#refusals
  }
}

/** Writes a file. @returns its path */
export function write(folder: string, name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
