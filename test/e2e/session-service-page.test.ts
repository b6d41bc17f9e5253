/** The documentation's page about the session service, from its empty folder to a login: its files and commands, as they stand. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../../session-service/test/support/free-port.mjs'
import { filesOf } from '../docs/pages.ts'
import { launch, newReader } from '../session-service/support/browser.ts'
import { PAGES } from '../session-service/support/providers.ts'
import { whenSaid } from '../support/program.ts'

const PACKAGES = {
  portico: '.',
  'portico-session-service': 'session-service',
  'oidc-provider': 'node_modules/oidc-provider',
}

const folder = mkdtempSync(join(tmpdir(), 'my-publisher-'))
const processes: ChildProcess[] = []
let ports: Record<string, number>
let browser: Browser

/** Starts one of the three, and settles when it says that it runs. */
async function start(args: readonly string[], says: RegExp): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] })
  processes.push(child)
  await whenSaid(child, says)
}

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'))
  for (const [name, path] of Object.entries(PACKAGES))
    symlinkSync(resolve(path), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  // Those of the page may be taken here.
  ports = { 3000: await freePort(), 3001: await freePort(), 8080: await freePort() }
  const files = filesOf('guide/session-service.md')
  expect(Object.keys(files)).toEqual(['provider.js', 'session-service.json', 'page.html', 'site.js'])
  for (const [name, text] of Object.entries(files))
    writeFileSync(
      join(folder, name),
      text.replaceAll(/\b(3000|3001|8080)\b/g, (port) => `${ports[port]}`),
    )
  await Promise.all([
    start(['provider.js'], /The provider runs\./),
    start([join(folder, 'node_modules/portico-session-service/dist/command.mjs')], /listening/),
    start(['site.js'], /The site runs\./),
  ])
  browser = await launch('chromium')
})
afterAll(async () => {
  await browser?.close()
  for (const child of processes) child.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

it('ends with a reader who is logged in, and out again', async () => {
  const page = await (await newReader(browser)).newPage()
  await page.goto(`http://www.site.localhost:${ports[3000]}/`)
  await page.getByText('Hello, stranger').waitFor()
  await page.getByRole('button', { name: 'Log in' }).click()
  await PAGES['oidc-provider'].logIn(page)
  await page.getByText('Hello, Kari').waitFor()
  await page.getByRole('button', { name: 'Log out' }).click()
  await PAGES['oidc-provider'].confirmLogout(page)
  await page.getByText('Hello, stranger').waitFor()
})
