/** `examples/worker` on a runtime, as somebody has it who follows its README: installed and copied in a folder of its own. */
import { cpSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type StartSite, startProgram } from '../../e2e/support/recipe.ts'
import { createProject } from '../../packaging/project.ts'

export interface Runtime {
  /** What the README installs besides, as `name@version`. */
  packages: string[]
  /** Arguments of Node, or of another runtime, that start it, in its folder. */
  start: string[]
  /** Another runtime's program, below node_modules. */
  program?: string
  /** What a runtime is to know besides. */
  more?: (settings: Record<string, string>) => Record<string, string>
}

/** Installs and copies the site, and starts it. */
export const startWorker =
  ({ packages, start, program, more }: Runtime): StartSite =>
  async (settings, port) => {
    // As npm init writes it.
    const { folder, remove } = createProject(['openid-client@6', ...packages], { type: 'commonjs' })
    for (const name of ['site', 'worker']) cpSync(`examples/${name}`, join(folder, name), { recursive: true })
    symlinkSync(resolve('emulator'), join(folder, 'node_modules/portico-emulator'))
    const runtime = program ? [join(folder, 'node_modules', program)] : undefined
    const run = startProgram(start, join(folder, 'worker'), runtime)
    const site = await run({ ...settings, ...more?.(settings) }, port)
    return {
      async close() {
        await site.close()
        remove()
      },
    }
  }
