/** The documentation's page about the session service: its files and commands, as they stand, with the packages as they are built. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { launch, newReader } from '../session-service/support/browser.ts'
import {
  FIRST,
  type Guide,
  openGuide,
  SECOND,
  walkToLogin,
  walkToTwoDomains,
  walkWithoutPaying,
} from '../session-service/support/guide.ts'
import { BROWSER } from './support/browser.ts'

const PACKAGES = {
  portico: '.',
  'portico-session-service': 'session-service',
  'oidc-provider': 'node_modules/oidc-provider',
}

const folder = mkdtempSync(join(tmpdir(), 'my-publisher-'))
let guide: Guide
let browser: Browser

beforeAll(async () => {
  mkdirSync(join(folder, 'node_modules'))
  for (const [name, path] of Object.entries(PACKAGES))
    symlinkSync(resolve(path), join(folder, 'node_modules', name))
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  guide = await openGuide(folder)
  await guide.start(FIRST)
  browser = await launch(BROWSER)
})
afterAll(async () => {
  await browser?.close()
  await guide?.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

it('ends with a reader who is logged in, and out again', async () => {
  await walkToLogin(guide, await newReader(browser))
})

it('goes on to a second domain and a paid article, and to a logout on both', async () => {
  await guide.stop('command.mjs')
  await guide.stop('site.js')
  await guide.start(SECOND)
  await walkToTwoDomains(guide, await newReader(browser))
  await walkWithoutPaying(guide, await newReader(browser))
})
