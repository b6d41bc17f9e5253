/** The guide of the session service: its files and commands as they stand, in a folder into which its packages are installed. */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../../session-service/test/support/free-port.mjs'
import { filesOf, source } from '../../docs/pages.ts'
import { end, whenSaid } from '../../support/program.ts'

const PAGE = 'guide/session-service.md'

const commands = [...source(PAGE).matchAll(/^```sh\n(.*?)^```$/gms)].map(([, lines = '']) => lines)
/** In a clone, and in the empty folder beside it. */
export const INSTALL: string = commands[0] ?? ''
/** Start what the first part needs, and what the second needs in its place. */
export const FIRST: string = commands[1] ?? ''
export const SECOND: string = commands[2] ?? ''

/** What each of them says once it runs. */
const SAYS = /The (provider|site) runs\.|The sites run\.|"listening"/

export interface Guide {
  /** The page of the first part, and those of the second. */
  readonly site: string
  readonly other: string
  /** Starts what the commands start, each in a terminal of its own. */
  start(commands: string): Promise<void>
  /** Ends what a command has started whose words are these. */
  stop(words: string): Promise<void>
  close(): Promise<void>
}

/** Writes the guide's files. Its ports may be taken here: others are put in their places. */
export async function openGuide(folder: string): Promise<Guide> {
  const ports: Record<string, number> = {
    3000: await freePort(),
    3001: await freePort(),
    8080: await freePort(),
  }
  for (const [name, text] of Object.entries(filesOf(PAGE)))
    writeFileSync(
      join(folder, name),
      text.replaceAll(/\b(3000|3001|8080)\b/g, (port) => `${ports[port]}`),
    )
  const running = new Map<string, ChildProcess>()

  async function startOne(command: string): Promise<void> {
    const [program = '', ...args] = command.split(' ')
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
    running.set(command, child)
    await whenSaid(child, SAYS)
  }

  async function stop(words: string): Promise<void> {
    const [command, child] = [...running].find(([one]) => one.endsWith(words)) ?? []
    if (!command || !child) throw new Error(`${words} does not run`)
    running.delete(command)
    await end(child)
  }

  return {
    site: `http://www.site.localhost:${ports[3000]}/`,
    other: `http://www.other.localhost:${ports[3000]}/`,
    start: async (commands) => void (await Promise.all(commands.trimEnd().split('\n').map(startOne))),
    stop,
    close: async () => void (await Promise.all([...running.keys()].map(stop))),
  }
}
