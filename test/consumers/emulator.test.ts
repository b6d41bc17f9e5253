/**
 * The emulator's own tarball in an empty project: it installs, starts by its command, and answers; and the back end to copy
 * logs a reader in beside it, with nothing installed but the two packages.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { npm } from '../../scripts/processes.mjs'
import { createProject, type Project, ROOT } from '../packaging/project.ts'

let project: Project
const running = new Set<ChildProcess>()

beforeAll(() => {
  project = createProject()
  const [command, ...pack] = npm('pack', '--json', '-w', 'emulator', '--pack-destination', project.folder)
  const [packed] = JSON.parse(execFileSync(command, pack, { cwd: ROOT, encoding: 'utf8' }))
  project.run(...npm('install', '--no-audit', '--no-fund', join(project.folder, packed.filename)))
})

afterAll(() => {
  for (const child of running) child.kill()
})

/** Starts a program of the project, and gives the port of the site that it says can be opened. */
function start(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, args, { cwd: project.folder })
  running.add(child)
  return new Promise((resolve, reject) => {
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text
        const port = /http:\/\/www\.site\.localhost:(\d+)/.exec(said)?.[1]
        if (port !== undefined) resolve(Number(port))
      })
    child.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)))
  })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await once(server.close(), 'close')
  return port
}

const CLI = 'node_modules/portico-emulator/dist/cli.mjs'

it('starts, and serves its pages and scripts to the fetch that it exports', async () => {
  const port = await start(CLI, '--port', '0')
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
  await start(CLI, '--port', '0', '--site', `http://www.site.localhost:${port}/callback`)
  copyFileSync(
    join(project.folder, 'node_modules/portico/examples/node/server.mjs'),
    join(project.folder, 'server.mjs'),
  )
  await start('--env-file=site.env', '--import', 'portico-emulator/localhost', 'server.mjs')
  // as far as the account service's login page, which is asked for by the address that the back end has made
  const out = project.runModule(`
    import { loopbackFetch } from 'portico-emulator'
    const { headers } = await loopbackFetch('http://www.site.localhost:${port}/login')
    const login = await loopbackFetch(headers.get('location'))
    console.log(login.status, login.headers.get('location').startsWith('/interaction/'))
  `)
  expect(out).toBe('303 true')
})
