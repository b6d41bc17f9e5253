/** A page of `examples/` that Vite builds, as somebody has it who follows its README: what it is made of lies in one folder. */
import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { end, whenSaid } from '../../support/program.ts'
import { LOCALHOST, type StartSite } from './recipe.ts'

const VITE = resolve('node_modules/vite/bin/vite.js')

/** Puts the page together, below the repository, where its packages are found; Portico is the built one. Take it away by {@link removePage}. */
export function takePage(name: string): string {
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync(resolve('.cache', `page-${name}-`))
  cpSync(`examples/${name}`, folder, { recursive: true })
  for (const part of ['site', 'vite']) cpSync(`examples/${part}`, join(folder, part), { recursive: true })
  mkdirSync(join(folder, 'node_modules'))
  symlinkSync(resolve('.'), join(folder, 'node_modules/portico'))
  return folder
}

export const removePage = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })

/** Builds the page, and starts Vite's server of built pages. */
export const startVitePage =
  (name: string): StartSite =>
  async (settings, port) => {
    const cwd = takePage(name)
    // What a test runner says of itself is not for the page: frameworks build otherwise where they see it.
    const { NODE_ENV: _, VITEST: __, ...inherited } = process.env
    // Vite's lines are read below: colours would stand between their words.
    const env = { ...inherited, ...settings, NO_COLOR: '1' }
    await promisify(execFile)(process.execPath, [VITE, 'build', '--logLevel', 'warn'], { cwd, env })
    const args = ['--import', LOCALHOST, VITE, 'preview', '--host', '127.0.0.1', '--port', `${port}`]
    const child = spawn(process.execPath, [...args, '--strictPort'], { cwd, env })
    await whenSaid(child, /Local: +/)
    return {
      async close() {
        await end(child)
        removePage(cwd)
      },
    }
  }
