/** A site of `examples/` on a framework, as somebody has it who follows its README: installed, copied and built in a folder of its own. */
import { execFileSync } from 'node:child_process'
import { cpSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type StartSite, startProgram } from '../e2e/support/recipe.ts'
import { createProject } from '../packaging/project.ts'

export interface Framework {
  /** The folder in `examples/`. */
  name: string
  /** What its README installs besides. */
  packages: string[]
  /** Arguments of Node that build it, in its folder. @default nothing is to be built */
  build?: string[]
  /** Arguments of Node, or of another runtime, that start it, in its folder. */
  start: string[]
  /** Another runtime's program, below node_modules. */
  runtime?: string
  /** What a runtime is to know besides. */
  more?: (settings: Record<string, string>) => Record<string, string>
}

// Of the tests' own, which tools that bundle take for an answer to what they bundle for.
const { NODE_ENV: _, ...env } = process.env

/** Installs, copies and builds a site, and starts it. */
export const startFramework =
  ({ name, packages, build, start, runtime, more }: Framework): StartSite =>
  (settings, port, emulator) => {
    // As npm init writes it.
    const project = createProject(['openid-client@6', ...packages], { type: 'commonjs' })
    for (const folder of ['site', name])
      cpSync(`examples/${folder}`, join(project.folder, folder), { recursive: true })
    symlinkSync(resolve('emulator'), join(project.folder, 'node_modules/portico-emulator'))
    const cwd = join(project.folder, name)
    if (build) execFileSync(process.execPath, build, { cwd, env, stdio: 'pipe' })
    const program = runtime ? [join(project.folder, 'node_modules', runtime)] : undefined
    return startProgram(start, cwd, program)({ ...settings, ...more?.(settings) }, port, emulator)
  }
