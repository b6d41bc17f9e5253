/** When each long suite ran last on this machine, of which code, and what it saw. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from '../build/prepare.mjs'
import { changedSince, oldReports, reports, trees } from '../evidence/evidence.mjs'
import { ROOT } from '../system/processes.mjs'
import { runSuite } from './run.mjs'

const FILE = '.cache/verify.json'
const records = readJson(FILE) ?? {}

/** What a suite that writes no report is about: whatever it might run. */
const FOLDERS = [
  ...['bindings', 'core', 'devtools', 'plugins', 'presets', 'server'],
  ...['emulator/src', 'session-service/src', 'examples', 'test', 'package-lock.json'],
]

/** The record of a suite's last run; nothing where it never ran here. */
export const recordOf = (name) => records[name]

/** Runs a suite, and writes down how it went. @returns whether it passed */
export async function verify(name, suite, args) {
  const began = Date.now()
  const git = spawnSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })
  const of = codeNow()
  const { passed, saw } = await runSuite(suite, args)
  const seconds = Math.round((Date.now() - began) / 1000)
  const commit = git.stdout?.trim() ?? ''
  // A part of a suite is not the suite.
  records[name] = {
    ...{ passed, saw, commit, at: new Date(began).toISOString(), seconds },
    of: args.length ? '' : of,
  }
  mkdirSync(join(ROOT, '.cache'), { recursive: true })
  writeFileSync(join(ROOT, FILE), `${JSON.stringify(records, null, 2)}\n`)
  return passed
}

/** The reports that a suite writes. */
const reportsOf = (name, from) =>
  from.filter(({ command }) => command === `npm run verify ${name}`).map(({ file }) => file)

/** What a record holds of the code that was there. */
export const codeNow = () => trees(FOLDERS)

/**
 * The suites that have to run: those whose report is old, and those without one that have not passed on this code.
 *
 * @param {string[]} names
 * @param known records, by name; those of this machine by itself
 * @param all,old the reports that there are, and those of them that are old
 */
export function oldSuites(names, known = records, all = reports(), old = oldReports()) {
  return names.filter((name) => {
    if (reportsOf(name, all).length) return reportsOf(name, old).length > 0
    const { passed = false, of = '' } = known[name] ?? {}
    return !passed || changedSince(of)?.length !== 0
  })
}
