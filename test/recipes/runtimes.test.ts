/** `portico/server` does the same on every runtime that it is for, from the packed tarball. */
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createProject, type Project } from '../packaging/project.ts'

const NOW = 1_700_000_000_000
const SECRET = 'signature secret'

/** Signs as the session service does, by nothing of ours. */
function sign(payload: object, secret = SECRET): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`
}

const FACTS = {
  algorithm: 'HMAC-SHA256',
  serverTime: NOW / 1000,
  expiresIn: 60_000,
  result: 'connected',
  uuid: 'u-1',
}
const VECTOR =
  'vlXgu64BQGFSQrY0ZcJBZASMvYvTHu9GQ0YM9rjPSso.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsIjAiOiJwYXlsb2FkIn0'
const [MAC] = sign(FACTS).split('.')
const [, OTHER_PAYLOAD] = sign({ ...FACTS, uuid: 'u-2' }).split('.')

const SIGS: [sig: string, outcome: string, secret?: string, now?: number][] = [
  [sign(FACTS), 'u-1'],
  // The service's own vector has no time: that it comes this far says that its signature is right.
  [VECTOR, 'undated', 'secret'],
  [VECTOR, 'forged', 'Secret'],
  [`${MAC}.${OTHER_PAYLOAD}`, 'forged'],
  [sign(FACTS, 'another key'), 'forged'],
  [sign({ ...FACTS, algorithm: 'none' }), 'algorithm'],
  [sign(FACTS), 'expired', SECRET, NOW + 60_000],
  ['a.b', 'malformed'],
  ['', 'malformed'],
]

const HOME = 'https://www.site.example/'
const ANSWERS = {
  sigs: SIGS.map(([, outcome]) => outcome),
  signed: 'u-1',
  login: {
    challenge: 43,
    method: 'S256',
    own: ['cancelled', HOME],
    withoutCookie: ['state-unknown', HOME],
    anotherBrowser: ['state-unknown', HOME],
  },
  cacheCookie: 'a+b',
  scripts: [true, false],
}

const PRINT = `import { answers } from './server-answers.mjs'
import sigs from './sigs.mjs'
console.log(JSON.stringify(await answers(sigs)))`

const WORKER = `import { answers } from './server-answers.mjs'
import sigs from './sigs.mjs'
export default { fetch: async () => Response.json(await answers(sigs)) }`

const RUN_WORKER = `import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
const { outputFiles } = await build({ entryPoints: ['worker.mjs'], bundle: true, write: false, format: 'esm',
  target: 'es2022', conditions: ['workerd', 'worker'] })
const miniflare = new Miniflare({ modules: true, script: outputFiles[0].text, compatibilityDate: '2026-01-01' })
console.log(await (await miniflare.dispatchFetch('http://localhost/')).text())
await miniflare.dispose()`

let project: Project

beforeAll(() => {
  project = createProject(['openid-client@6', 'deno@2', 'bun@1', 'miniflare@4', 'esbuild@0.27'])
  const given = SIGS.map(([sig, , secret = SECRET, now = NOW]) => ({ sig, secret, now }))
  project.write('sigs.mjs', `export default ${JSON.stringify(given)}`)
  project.write('server-answers.mjs', readFileSync('test/recipes/support/server-answers.mjs', 'utf8'))
  project.write('print.mjs', PRINT)
  project.write('worker.mjs', WORKER)
  project.write('run-worker.mjs', RUN_WORKER)
})

afterAll(() => project?.remove())

const installed = (path: string) => join(project.folder, 'node_modules', path)

it.each<[name: string, command: () => string, ...args: string[]]>([
  ['Node', () => process.execPath, 'print.mjs'],
  // It needs no permission.
  ['Deno', () => installed('deno/deno'), 'run', '--no-prompt', 'print.mjs'],
  ['Bun', () => installed('bun/bin/bun.exe'), 'print.mjs'],
  ['the runtime of Cloudflare’s workers', () => process.execPath, 'run-worker.mjs'],
])('answers the same on %s', (_, command, ...args) => {
  expect(JSON.parse(project.run(command(), ...args))).toEqual(ANSWERS)
})
