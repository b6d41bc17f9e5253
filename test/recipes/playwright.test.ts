/** The recipe for Playwright, run by Playwright with two workers at once, in a project of its own. */
import { execFile } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findChromium } from '../../scripts/browsers/find.mjs'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { filesOf } from '../docs/pages.ts'
import { bundleOf } from '../docs/run.ts'

const RECIPE = filesOf('recipes/test-browsers.md')
const SPEC = 'tests/login.spec.ts'
const CONFIG = 'playwright.config.ts'

/** A page as that of "Five minutes to a login", with the identity of the recipe. */
const PAGE = `
  import { identity } from './identity'
  const { sessionDomain } = (window as any).porticoEmulator
  const button = document.createElement('button')
  document.body.replaceChildren(button)
  if (new URLSearchParams(location.search).has('code')) {
    location.replace(sessionDomain + '/session-login?redirect_uri=' + encodeURIComponent(location.origin + '/'))
  } else if (await identity.isLoggedIn()) {
    button.textContent = 'Log out ' + (await identity.getUser()).givenName
  } else {
    button.textContent = 'Log in'
    button.onclick = () => identity.login({ state: crypto.randomUUID() })
  }
`

let folder: string
let server: Server
let ports: (code: string) => string

beforeAll(async () => {
  const port = await freePort()
  ports = (code) => code.replaceAll(':3000/', `:${port}/`)
  const files = { 'identity.ts': RECIPE['src/identity.ts'] ?? '', 'page.ts': PAGE }
  const script = await bundleOf('recipes/test-browsers.md', 'page.ts', { files, format: 'esm' })
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>My site</title><link rel="icon" href="data:,">
<body><script type="module">${script.replaceAll('</script', '<\\/script')}</script></body></html>`
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  // Below the repository, so that the packages are found by their names.
  mkdirSync('.cache', { recursive: true })
  folder = mkdtempSync(join('.cache', 'playwright-recipe-'))
  mkdirSync(join(folder, 'tests'))
  const launchOptions = { executablePath: await findChromium(), args: ['--no-sandbox'] }
  const here = `workers: 2, fullyParallel: true, outputDir: 'results', use: { launchOptions: ${JSON.stringify(launchOptions)},`
  writeFileSync(join(folder, CONFIG), ports(RECIPE[CONFIG] ?? '').replace('use: {', here))
})
afterAll(() => {
  server?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

interface Suite {
  specs: { tests: { results: { workerIndex: number }[] }[] }[]
  suites?: Suite[]
}

/** How many tests of a file came to what, and in which workers. */
async function runIt(file: string, text: string) {
  writeFileSync(join(folder, file), text)
  const args = [resolve('node_modules/@playwright/test/cli.js'), 'test', basename(file), '--reporter=json']
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder }).catch(
    (failed) => failed,
  )
  const { stats, suites }: { stats: { expected: number; unexpected: number }; suites: Suite[] } =
    JSON.parse(stdout)
  const workersOf = ({ specs, suites: inner = [] }: Suite): number[] => [
    ...specs.flatMap(({ tests }) =>
      tests.flatMap(({ results }) => results.map(({ workerIndex }) => workerIndex)),
    ),
    ...inner.flatMap(workersOf),
  ]
  return { ...stats, workers: new Set(suites.flatMap(workersOf)) }
}

it('passes in two workers, each with an emulator of its own, and fails where the page is wrong', async () => {
  const spec = ports(RECIPE[SPEC] ?? '')
  const right = await runIt(SPEC, spec)
  expect(right).toMatchObject({ expected: 4, unexpected: 0 })
  expect(right.workers.size).toBe(2)
  const wrong = spec.replace(
    "'Log out Matti' })).toBeVisible()",
    "'Log out Alex' })).toBeVisible({ timeout: 1 })",
  )
  expect(await runIt(SPEC, wrong)).toMatchObject({ expected: 3, unexpected: 1 })
})

it('gives each worker a server of its own, where the site has one', async () => {
  copyFileSync('examples/node/server.mjs', join(folder, 'server.mjs'))
  writeFileSync(join(folder, 'tests/site.ts'), RECIPE['tests/site.ts'] ?? '')
  const spec = RECIPE['tests/reader.spec.ts'] ?? ''
  const right = await runIt('tests/reader.spec.ts', spec)
  expect(right).toMatchObject({ expected: 2, unexpected: 0 })
  expect(right.workers.size).toBe(2)
  const wrong = spec.replace("'Hello, Ingrid')).toBeVisible()", "'Hello, Alex')).toBeVisible({ timeout: 1 })")
  expect(await runIt('tests/reader.spec.ts', wrong)).toMatchObject({ expected: 1, unexpected: 1 })
})
