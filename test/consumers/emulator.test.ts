/**
 * The emulator's own tarball in an empty project: it installs, starts by its command, and answers; and the back end to copy
 * logs a reader in beside it, with nothing installed but the two packages.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { loopbackFetch } from '../../emulator/src/http/loopback-fetch.ts'
import { npm } from '../../scripts/system/processes.mjs'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { createProject, type Project, ROOT } from '../packaging/project.ts'
import { endGroup, whenSaid } from '../support/program.ts'

let project: Project
let tarball: string
const running = new Set<ChildProcess>()

beforeAll(() => {
  project = createProject()
  const emulator = ['--ignore-scripts', '-w', 'emulator', '--pack-destination', project.folder]
  const [command, ...pack] = npm('pack', '--json', ...emulator)
  const [packed] = JSON.parse(execFileSync(command, pack, { cwd: ROOT, encoding: 'utf8' }))
  tarball = join(project.folder, packed.filename)
  project.run(...npm('install', '--no-audit', '--no-fund', tarball))
})

afterAll(() => project?.remove())

// Ending npm does not end the program that npm has started.
afterAll(() => Promise.all([...running].map(endGroup)))

/** Starts a program, in a group of its own. It is ended after the tests. */
function startIn(cwd: string, command: string, args: readonly string[]): ChildProcess {
  const child = spawn(command, args, { cwd, detached: true })
  running.add(child)
  return child
}

const start = (...args: string[]): ChildProcess => startIn(project.folder, process.execPath, args)

/** The port of an emulator, once it can be asked. */
async function portOf(child: ChildProcess): Promise<number> {
  return Number((await whenSaid(child, /http:\/\/account\.localhost:(\d+)/))[1])
}

const CLI = 'node_modules/portico-emulator/dist/cli.mjs'

it('starts, and serves its pages and scripts to the fetch that it exports', async () => {
  const port = await portOf(start(CLI, '--port', '0'))
  const out = project.runModule(`
    import { loopbackFetch } from 'portico-emulator'
    for (const [host, path] of [
      ['www.site.localhost', '/'],
      ['www.site.localhost', '/assets/demo.js'],
      ['account.localhost', '/control'],
      ['account.localhost', '/.well-known/openid-configuration'],
    ]) console.log((await loopbackFetch('http://' + host + ':${port}' + path)).status)
  `)
  expect(out.split('\n')).toEqual(['200', '200', '200', '200'])
})

it('has a back end beside it, copied from the examples, that logs a reader in', async () => {
  const port = await freePort()
  await portOf(start(CLI, '--port', '0', '--site', `http://www.site.localhost:${port}/callback`))
  copyFileSync(
    join(project.folder, 'node_modules/portico/examples/node/server.mjs'),
    join(project.folder, 'server.mjs'),
  )
  const server = start('--env-file=site.env', '--import', 'portico-emulator/localhost', 'server.mjs')
  await whenSaid(server, /http:\/\/www\.site\.localhost:/)
  // as far as the account service's login page, which is asked for by the address that the back end has made
  const out = project.runModule(`
    import { loopbackFetch } from 'portico-emulator'
    const { headers } = await loopbackFetch('http://www.site.localhost:${port}/login')
    const login = await loopbackFetch(headers.get('location'))
    console.log(login.status, login.headers.get('location').startsWith('/interaction/'))
  `)
  expect(out).toBe('303 true')
})

it('is started by npx in an empty folder, with a site that a file names', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portico-empty-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))
  const site = 'http://www.site.localhost:3000/callback'
  writeFileSync(join(folder, 'portico-emulator.json'), JSON.stringify({ port: 0, site }))
  const [command, ...args] = npm('exec', '--yes', `--package=${tarball}`, '--', 'portico-emulator')
  const port = await portOf(startIn(folder, command, args))
  expect((await loopbackFetch(`http://account.localhost:${port}/control`)).status).toBe(200)
  expect(existsSync(join(folder, 'site.env'))).toBe(true)
})
