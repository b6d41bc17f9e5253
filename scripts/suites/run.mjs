/** Runs a long suite. */
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { build } from '../build/prepare.mjs'
import { installMissing } from '../install/apt.mjs'
import { execute, ROOT, tool } from '../system/processes.mjs'

/** What a suite says of itself at its end: the tests that vitest counted, or its last line. */
function lastWord(output) {
  const lines = stripVTControlCharacters(output)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return lines.findLast((line) => /^Tests +\d/.test(line))?.replace(/^Tests +/, '') ?? lines.at(-1) ?? ''
}

/** Runs a command. @returns whether it passed, and what it saw */
async function ran(command, env = {}) {
  const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const { status, output } = await execute(command, { env: { ...colours, ...env }, heard: true })
  return { passed: status === 0, saw: lastWord(output) }
}

/** Runs tests in one browser, or in the one that they choose themselves. */
function test({ projects, files = [] }, args, browser) {
  const words = [...projects.map((name) => `--project=${name}`), ...(args.length ? args : files)]
  return ran(tool('vitest/vitest.mjs', 'run', ...words), browser && { PORTICO_BROWSER: browser })
}

/**
 * Runs a suite. The packages have to be installed.
 *
 * @param suite one of the list
 * @param {string[]} args go on to its program, or to vitest: `-t words`, or the name of a file
 * @returns whether it passed, and what it saw
 */
export async function runSuite(suite, args) {
  if (suite.program) return ran([process.execPath, join(ROOT, suite.program), ...args])
  installMissing(suite.debian ?? {})
  await build()
  const seen = []
  for (const browser of suite.browsers ?? [undefined]) {
    const { passed, saw } = await test(suite, args, browser)
    seen.push(browser ? `${browser}: ${saw}` : saw)
    if (!passed) return { passed, saw: seen.join(', ') }
  }
  return { passed: true, saw: seen.join(', ') }
}
