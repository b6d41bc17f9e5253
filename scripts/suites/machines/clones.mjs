/**
 * `npm start`, `npm test` and `npm run test:all` as they are run by somebody who has just got the repository: in a fresh clone of what is committed, in a
 * folder with a blank and letters beyond ASCII in its name, by a user who is not root and has nothing yet, on a machine that
 * has no browser, no `which` and no bash.
 */
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { inFolder } from '../../system/folders.mjs'
import { execute, npm, ROOT } from '../../system/processes.mjs'
import { install } from './tools.mjs'

const FOLDER = 'Så här är det'
const HIDDEN = /^(which|bash|node|npm|npx|chrom|google-chrome|microsoft-edge|firefox)/
const NOBODY = 65534
const LOGS = join(ROOT, '.cache/machines')

/** Runs something that must not fail; gives what it printed. */
async function must(...command) {
  const { status, output } = await execute(command, { quiet: true })
  if (status !== 0) throw new Error(`Failed: ${command.join(' ')}\n${output}`)
  return output.trim()
}

/** A folder of all commands of this machine but those that a fresh one lacks. */
function commandsIn(folder) {
  mkdirSync(folder)
  for (const source of (process.env.PATH ?? '').split(delimiter).filter((path) => existsSync(path)))
    for (const name of readdirSync(source))
      if (!HIDDEN.test(name) && !existsSync(join(folder, name)))
        symlinkSync(join(source, name), join(folder, name))
  return folder
}

/** The environment of somebody else: nothing that npm, a desktop or this project has put into ours. */
function environment(home, path) {
  const ours = Object.keys(process.env).filter((name) => /^(npm_|PORTICO_|XDG_|NODE_OPTIONS|CI$)/i.test(name))
  const none = Object.fromEntries([...ours, 'TMPDIR', 'USER', 'LOGNAME'].map((name) => [name, undefined]))
  return { ...none, HOME: home, PATH: path.join(delimiter) }
}

/** Clones the repository; gives what runs a script in the clone. */
async function clone(base, tools) {
  const [folder, home] = [join(base, FOLDER, 'portico'), join(base, 'home')]
  mkdirSync(home)
  await must('git', 'clone', '--quiet', '--no-hardlinks', ROOT, folder)
  const registry = await must(...npm('config', 'get', 'registry', '--no-workspaces'))
  const env = {
    ...environment(home, [tools.commands, commandsIn(join(base, 'commands'))]),
    npm_config_registry: registry.split('\n').at(-1),
  }
  const isRoot = process.getuid() === 0
  if (isRoot) await must('chown', '-R', `${NOBODY}:${NOBODY}`, base)
  return async (name, script, more = {}) => {
    const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {}
    const command = [tools.executable, ...script]
    const ran = await execute(command, { cwd: folder, env: { ...env, ...more }, quiet: true, ...user })
    writeFileSync(join(LOGS, `${name}.log`), ran.output)
    return ran
  }
}

/** The closing line of the last command that ran. */
const closingLine = (output) =>
  [...output.matchAll(/^\d+ passed, \d+ failed.*$/gm)].at(-1)?.[0] ?? 'no closing line'

/** A row of the table; good when this many tests have failed, and nothing else is wrong. */
function verdict(where, ran, failures, lack) {
  const isClosed = closingLine(ran.output).includes(` passed, ${failures} failed`)
  const isGood = isClosed && ran.status === failures && !lack
  const text = `${closingLine(ran.output)}${lack ? `; **${lack}**` : ''}`
  console.log(`  ${where}: ${text}`)
  if (!isGood) console.log(ran.output.slice(-3000))
  return { cells: [where, text], isGood }
}

/**
 * Tries both commands on a version of Node, with the npm that comes with it.
 *
 * @param {{ node: string, npm: string, unbrowsed?: boolean }} wanted ranges of versions; and whether `npm test` is to run once
 *   more, with no browser to be had at all
 * @returns rows of the table
 */
export function tryClone({ unbrowsed = false, ...wanted }) {
  mkdirSync(LOGS, { recursive: true })
  return inFolder(async (base) => {
    chmodSync(base, 0o755)
    const tools = await install(join(base, 'tools'), wanted)
    const where = `Node ${tools.node}, npm ${tools.npm}`
    const runScript = await clone(base, tools)
    console.log(`  ${where} …`)
    const ran = await runScript(`node-${tools.node}`, ['scripts/suites/machines/try-commands.mjs'])
    // What has failed ends before the tests that need a browser.
    const found = ran.status === 0 && !/^Not run: \d+ tests\. A headless shell/m.test(ran.output)
    const rows = [verdict(where, ran, 0, found && 'a browser was found that should not be there')]
    if (!unbrowsed) return rows
    const second = await runScript('no-browser', [tools.npmScript, 'test'], { PORTICO_CHROMIUM: '/nowhere' })
    const isTold = /PORTICO_CHROMIUM is \/nowhere.* RUN .*Not run: \d+ end-to-end/s.test(second.output)
    const lack = !isTold && 'it does not say so at once'
    return [...rows, verdict(`${where}, no Chromium to be had`, second, 1, lack)]
  })
}
