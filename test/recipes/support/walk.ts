/** A site of `examples/`, from an empty folder, by its README: whatever stands there as a command is run as it stands. */
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { afterAll } from 'vitest'
import { npm } from '../../../scripts/system/processes.mjs'
import type { StartSite } from '../../e2e/support/recipe.ts'
import { endGroup, whenSaid } from '../../support/program.ts'

/** A site that somebody has made by following its README up to where it is started. */
export interface Walked {
  readonly folder: string
  /** Starts the site as a chapter of the README says; the last of its commands is the one that goes on. */
  start(chapter: string): StartSite
  /** Runs a command in the site's folder; gives what it printed. */
  run(command: string): string
}

/** What a framework prints once its server answers. */
const IS_READY = /listening on|Ready in|Local:? +http/i

// What a test runner says of itself is not for the site: frameworks build otherwise, and say nothing, where they see it.
const OF_TESTS = /^(NODE_ENV|NODE_OPTIONS|TEST|VITEST.*)$/
const inherited = Object.entries(process.env).filter(([name]) => !OF_TESTS.test(name))
const ENV = {
  ...Object.fromEntries(inherited),
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  // What they print is read: colours would stand between its words.
  NO_COLOR: '1',
}

/** The commands of a chapter, whatever its number. */
function commandsOf(readme: string, title: string): string {
  const chapter = readme.split(/^## (?:\d+\. )?/m).find((text) => text.startsWith(`${title}\n`)) ?? ''
  const [, commands] = /^```sh\n(.*?)^```$/ms.exec(chapter) ?? []
  if (!commands) throw new Error(`The README has no commands under "${title}"`)
  return commands
}

/** The clone that a README speaks of, with both packages packed in it. */
function packedClone(base: string): void {
  const clone = join(base, 'portico')
  mkdirSync(clone)
  symlinkSync(resolve('examples'), join(clone, 'examples'))
  for (const workspace of [[], ['-w', 'emulator']]) {
    const [command, ...args] = npm('pack', '--ignore-scripts', '--pack-destination', clone, ...workspace)
    execFileSync(command, args, { stdio: 'pipe' })
  }
}

/** The folder of a Node that is a package of npm's. */
function folderOfNode(base: string, version: string): string {
  const [command, ...args] = npm('install', '--prefix', join(base, 'node'), `node@${version}`)
  execFileSync(command, args, { cwd: base, stdio: 'pipe' })
  return join(base, 'node/node_modules/node/bin')
}

/**
 * Takes the site and installs it, in a folder that is empty.
 *
 * @param node the version of Node that its README asks for, where that is newer than the one that the tests ask for
 */
export function walk(name: string, node?: string): Walked {
  const readme = readFileSync(`examples/${name}/README.md`, 'utf8')
  const base = mkdtempSync(join(tmpdir(), 'portico-walk-'))
  // The framework's last processes may still write.
  afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 10 }))
  const folder = join(base, 'site')
  mkdirSync(folder)
  packedClone(base)
  const env = node ? { ...ENV, PATH: `${folderOfNode(base, node)}${delimiter}${process.env.PATH}` } : ENV
  const run = (command: string) => {
    try {
      return execFileSync('sh', ['-ec', command], { cwd: folder, env, encoding: 'utf8', stdio: 'pipe' })
    } catch (error) {
      // Checkers say what is wrong on their standard output, which the error's own message lacks.
      throw new Error(`${command} has failed:\n${(error as { stdout: string }).stdout}`, { cause: error })
    }
  }
  for (const title of ['Take the site', 'Install']) run(commandsOf(readme, title))

  // What the emulator of the README would write, of the one that the tests have.
  const [, settingsFile = ''] = / --env (\S+)/.exec(commandsOf(readme, 'Start the emulator')) ?? []
  const write = (settings: Record<string, string>) =>
    writeFileSync(
      join(folder, settingsFile),
      Object.entries(settings)
        .map(([key, value]) => `${key}='${value}'\n`)
        .join(''),
    )

  const start = (chapter: string): StartSite => {
    const commands = commandsOf(readme, chapter).trimEnd().split('\n')
    const last = commands.pop() as string
    return async (settings, port) => {
      write(settings)
      // Once, however often it is started.
      for (const command of commands.splice(0)) run(command)
      // A group of its own, since a framework starts programs that start others.
      const child = spawn('sh', ['-ec', last], {
        cwd: folder,
        env: { ...env, PORT: `${port}` },
        detached: true,
      })
      await whenSaid(child, IS_READY)
      // Next says that it is ready before it reads the settings, and the next site overwrites them. A server that answers has read them.
      await fetch(`http://localhost:${port}/`, { redirect: 'manual' })
      return { close: () => endGroup(child) }
    }
  }
  return { folder, start, run }
}
