/** A publisher's project, outside of this one, into which the packed tarball is installed. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { npm } from '../../scripts/system/processes.mjs'

export const ROOT: string = process.cwd()

export interface Project {
  readonly folder: string
  /** Where the tarball lies. */
  readonly tarball: string
  /** Paths of the files in the tarball. */
  readonly packed: string[]
  /** Writes a file, and gives its path. */
  write(file: string, text: string): string
  /** Runs a command in the project; gives what it printed. */
  run(command: string, ...args: string[]): string
  /** Runs a text as a module in Node; gives what it printed, without the last line's end. */
  runModule(code: string, ...flags: string[]): string
  remove(): void
}

// Test runners say that this is a test; tools that bundle take it for an answer to what they bundle for.
const { NODE_ENV: _, ...env } = process.env

/**
 * Creates a project. Remove it when the file's tests are over.
 *
 * @param packages what is installed besides, as `name@version`
 * @param manifest its package.json
 */
export function createProject(
  packages: string[] = [],
  manifest: Record<string, unknown> = { type: 'module' },
): Project {
  const folder = mkdtempSync(join(tmpdir(), 'portico-project-'))

  const write = (file: string, text: string) => {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
    return path
  }
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] })

  write('package.json', JSON.stringify({ name: 'site', private: true, ...manifest }))
  const [command, ...pack] = npm('pack', '--json', '--ignore-scripts', '--pack-destination', folder)
  const [packed] = JSON.parse(execFileSync(command, pack, { cwd: ROOT, encoding: 'utf8' }))
  const tarball = join(folder, packed.filename)
  run(...npm('install', '--no-audit', '--no-fund', tarball, ...packages))
  return {
    folder,
    tarball,
    packed: packed.files.map(({ path }: { path: string }) => path),
    write,
    run,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    runModule: (code, ...flags) => run(process.execPath, ...flags, write('page.mjs', code)).trimEnd(),
  }
}
