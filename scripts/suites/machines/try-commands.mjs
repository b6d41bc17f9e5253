/**
 * `node scripts/suites/machines/try-commands.mjs`: what somebody does who has just got the repository. Starts the demo sites by
 * `npm start`, asks for a page, presses Ctrl+C; once more, when everything is installed and built; interrupts `npm test` as
 * it runs, and then lets it and `npm run test:all` run through. Fails when anything is left behind, or not as it should be.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { npm, ROOT } from '../../system/processes.mjs'

const IS_WINDOWS = process.platform === 'win32'
const MINUTE = 60_000

let current

// Its group is another one, which nobody else would end.
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    if (current && !IS_WINDOWS) process.kill(-current.pid, signal)
    process.exit(1)
  })

/** Starts a command of npm in a group of its own, as a terminal does; what it prints is shown, and kept. */
function start(...args) {
  const [command, ...rest] = npm(...args)
  const child = spawn(command, rest, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], detached: !IS_WINDOWS })
  const run = { child, output: '', ended: once(child, 'close') }
  current = child
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      run.output += text
      process.stdout.write(text)
      child.emit('printed')
    })
  return run
}

/** Waits until a command has printed something; gives what was found. */
async function printed(run, pattern) {
  const limit = AbortSignal.timeout(20 * MINUTE)
  for (;;) {
    const found = pattern.exec(run.output)
    if (found) return found
    await Promise.race([
      once(run.child, 'printed', { signal: limit }),
      run.ended.then(() => fail(`it ended before it printed ${pattern}`)),
    ])
  }
}

function fail(why) {
  throw new Error(`Not as it should be: ${why}`)
}

const isLeft = (group) => {
  try {
    return process.kill(-group, 0)
  } catch {
    return false
  }
}

/** Ends a command as Ctrl+C does, by telling its whole group. Windows has no such call: there its whole tree is ended. */
async function interrupt({ child, ended }) {
  if (IS_WINDOWS) spawn('taskkill', ['/pid', String(child.pid), '/t', '/f'])
  else process.kill(-child.pid, 'SIGINT')
  await ended
  for (let tries = 0; !IS_WINDOWS && isLeft(child.pid); tries += 1) {
    if (tries === 100) fail('processes are left behind after Ctrl+C')
    await delay(100)
  }
}

/** What a host of the emulator answers. */
async function ask(port, host) {
  const request = get({ host: '127.0.0.1', port, path: '/', headers: { host: `${host}:${port}` } })
  const [response] = await once(request, 'response')
  let body = ''
  for await (const chunk of response.setEncoding('utf8')) body += chunk
  return { status: response.statusCode, body }
}

async function tryStart() {
  const run = start('start')
  const [, port] = await printed(run, /www\.site\.localhost:(\d+)/)
  const { status, body } = await ask(Number(port), 'www.site.localhost')
  if (status !== 200 || !body.includes('The Harbour Post')) fail(`the demo site answered ${status}`)
  await interrupt(run)
  const answer = await ask(Number(port), 'www.site.localhost').catch(() => undefined)
  if (answer) fail('the demo site answers after Ctrl+C')
  return run.output
}

await tryStart()
const again = await tryStart()
if (/Installing|Building/.test(again)) fail('the second `npm start` installed or built anew')

const interrupted = start('test')
await printed(interrupted, / RUN /)
await interrupt(interrupted)

/** Lets a command run through. @returns its closing line. Ends with its code where it failed */
async function through(...command) {
  const run = start(...command)
  const [code] = await run.ended
  const [line] =
    /^\d+ passed, \d+ failed.*$/m.exec(run.output) ?? fail(`npm ${command.join(' ')} printed no closing line`)
  if (code !== 0) process.exit(code)
  return line
}

const quick = await through('test')
const all = await through('run', 'test:all')
console.log(`
Tried npm start, npm test and npm run test:all on Node ${process.versions.node}. npm test: ${quick}
npm run test:all: ${all}`)
