/**
 * The guide of the session service, walked by its own commands: from a clone and an empty folder to readers on two domains, with what npm
 * installs. The run says how long the commands take. `npm test` walks it with the packages as they are built.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, it } from 'vitest'
import { BROWSER } from '../e2e/support/browser.ts'
import { launch, newReader } from '../session-service/support/browser.ts'
import {
  FIRST,
  type Guide,
  INSTALL,
  openGuide,
  SECOND,
  walkToLogin,
  walkToTwoDomains,
  walkWithoutPaying,
} from '../session-service/support/guide.ts'

/** npm may have to fetch all that the repository needs. */
const INSTALL_MS = 900_000

const base = mkdtempSync(join(tmpdir(), 'portico-guide-'))
let guide: Guide
let browser: Browser

/** A clone, with what is not committed yet. */
function clone(): void {
  const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
  for (const file of files.split('\0').filter(Boolean)) cpSync(file, join(base, 'portico', file))
}

beforeAll(async () => {
  clone()
  const began = performance.now()
  execFileSync('sh', ['-ec', INSTALL], { cwd: base, stdio: 'pipe' })
  const installed = performance.now()
  guide = await openGuide(join(base, 'my-publisher'))
  await guide.start(FIRST)
  const seconds = (ms: number) => `${Math.round(ms / 1000)} s`
  console.log(
    `Packed and installed in ${seconds(installed - began)}, started in ${seconds(performance.now() - installed)}`,
  )
  browser = await launch(BROWSER)
}, INSTALL_MS)
afterAll(async () => {
  await browser?.close()
  await guide?.close()
  rmSync(base, { recursive: true, force: true, maxRetries: 10 })
})

it('leads to a login', async () => {
  await walkToLogin(guide, await newReader(browser))
})

it('leads to two domains, a paid article, and a logout on both', async () => {
  await guide.stop('command.mjs')
  await guide.stop('site.js')
  await guide.start(SECOND)
  await walkToTwoDomains(guide, await newReader(browser))
  await walkWithoutPaying(guide, await newReader(browser))
})
