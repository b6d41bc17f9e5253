/** Runs a long suite. */
import { join } from 'node:path'
import { build } from '../build/prepare.mjs'
import { installMissing } from '../install/apt.mjs'
import { execute, ROOT, tool } from '../system/processes.mjs'

/** Runs tests in one browser, or in the one that they choose themselves. */
async function passes({ projects, files = [] }, args, browser) {
  const words = [...projects.map((name) => `--project=${name}`), ...(args.length ? args : files)]
  const env = browser ? { PORTICO_BROWSER: browser } : {}
  const { status } = await execute(tool('vitest/vitest.mjs', 'run', ...words), { env })
  return status === 0
}

/**
 * Runs a suite. The packages have to be installed.
 *
 * @param suite one of the list
 * @param {string[]} args go on to its program, or to vitest: `-t words`, or the name of a file
 * @returns whether it passed
 */
export async function runSuite(suite, args) {
  if (suite.program) {
    const { status } = await execute([process.execPath, join(ROOT, suite.program), ...args])
    return status === 0
  }
  installMissing(suite.debian ?? {})
  await build()
  for (const browser of suite.browsers ?? [undefined]) if (!(await passes(suite, args, browser))) return false
  return true
}
