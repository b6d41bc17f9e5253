/** The recipe for Playwright, run by Playwright, in a project of its own, on the page of "Five minutes to a login". */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { findChromium } from '../../scripts/browsers.mjs'
import { filesOf } from '../docs/pages.ts'
import { bundleOf } from '../docs/run.ts'
import { freePort } from './support/varnish.ts'

const PAGE = 'http://www.site.localhost:3000/'
const SPEC = 'tests/login.spec.ts'

let folder: string
let server: Server
let spec: string

/** The page of the start, as its bundler makes it. */
async function startPage(ports: (code: string) => string): Promise<string> {
  const [name = '', code = ''] = Object.entries(filesOf('start.md'))[0] ?? []
  const script = await bundleOf('start.md', name, { [name]: ports(code) }, 'esm')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>My site</title><link rel="icon" href="data:,">
<body><script type="module">${script.replaceAll('</script', '<\\/script')}</script></body></html>`
}

beforeAll(async () => {
  const [emulatorPort, pagePort] = [await freePort(), await freePort()]
  const ports = (code: string) =>
    code.replaceAll('8800', `${emulatorPort}`).replaceAll(':3000/', `:${pagePort}/`)
  const html = await startPage(ports)
  server = createServer((_, response) => response.setHeader('content-type', 'text/html').end(html))
  await new Promise<void>((resolve) => server.listen(pagePort, '127.0.0.1', resolve))

  // Below the repository, so that the packages are found by their names.
  mkdirSync('.cache', { recursive: true })
  folder = mkdtempSync(join('.cache', 'playwright-recipe-'))
  const recipe = filesOf('recipes/test-runners.md')[SPEC] ?? ''
  expect(recipe).toContain(PAGE)
  spec = ports(recipe)
  mkdirSync(join(folder, 'tests'))
  const launchOptions = { executablePath: await findChromium(), args: ['--no-sandbox'] }
  const config = { testDir: 'tests', outputDir: 'results', use: { launchOptions } }
  writeFileSync(join(folder, 'playwright.config.mjs'), `export default ${JSON.stringify(config)}\n`)
})
afterAll(() => {
  server?.close()
  if (folder) rmSync(folder, { recursive: true, force: true })
})

/** How many tests came to what. */
async function runIt(text: string): Promise<{ expected: number; unexpected: number }> {
  writeFileSync(join(folder, SPEC), text)
  const args = ['node_modules/@playwright/test/cli.js', 'test', '--config', folder, '--reporter=json']
  const { stdout } = await promisify(execFile)(process.execPath, args).catch((failed) => failed)
  return JSON.parse(stdout).stats
}

it('is a test that passes, and fails where the page is wrong', async () => {
  expect(await runIt(spec)).toMatchObject({ expected: 2, unexpected: 0 })
  const wrong = spec.replace(
    "'Log out Ingrid' })).toBeVisible()",
    "'Log out Matti' })).toBeVisible({ timeout: 1 })",
  )
  expect(await runIt(wrong)).toMatchObject({ expected: 1, unexpected: 1 })
})
