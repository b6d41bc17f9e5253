/** The emulator's own tarball in an empty project: it installs, starts by its command, and answers. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { npm } from '../../scripts/processes.mjs'
import { createProject, type Project, ROOT } from '../packaging/project.ts'

let project: Project
let running: ChildProcess | undefined

beforeAll(() => {
  project = createProject()
  const [command, ...pack] = npm('pack', '--json', '-w', 'emulator', '--pack-destination', project.folder)
  const [packed] = JSON.parse(execFileSync(command, pack, { cwd: ROOT, encoding: 'utf8' }))
  project.run(...npm('install', '--no-audit', '--no-fund', join(project.folder, packed.filename)))
})

afterAll(() => running?.kill())

/** Starts the command, and gives the port that it prints. */
function start(): Promise<number> {
  const cli = join(project.folder, 'node_modules/portico-emulator/dist/cli.mjs')
  running = spawn(process.execPath, [cli, '--port', '0'], { cwd: project.folder })
  return new Promise((resolve, reject) => {
    let said = ''
    running?.stdout?.on('data', (text) => {
      said += text
      const port = /http:\/\/www\.site\.localhost:(\d+)/.exec(said)?.[1]
      if (port !== undefined) resolve(Number(port))
    })
    running?.once('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)))
  })
}

it('starts, and serves its pages and scripts to the fetch that it exports', async () => {
  const port = await start()
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
