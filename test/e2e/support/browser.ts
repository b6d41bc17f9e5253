/**
 * A real Chromium on a fresh profile, with the third-party cookie mode set explicitly: Chromium builds differ in it.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright-core'
import { findChromium } from './chromium.ts'

const ARGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync'

/** Third-party cookies: 0 allows them, 1 blocks them. */
const COOKIE_MODE = { allow: 0, block: 1 }

/** Opens a browser; close the context to end it. */
export async function openBrowser(
  thirdPartyCookies: keyof typeof COOKIE_MODE = 'block',
): Promise<BrowserContext> {
  const profile = mkdtempSync(join(tmpdir(), 'portico-profile-'))
  mkdirSync(join(profile, 'Default'))
  const preferences = { profile: { cookie_controls_mode: COOKIE_MODE[thirdPartyCookies] } }
  writeFileSync(join(profile, 'Default/Preferences'), JSON.stringify(preferences))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await findChromium(),
    args: ARGS.split(' '),
    viewport: { width: 1280, height: 900 },
  })
  context.on('close', () => rmSync(profile, { recursive: true, force: true, maxRetries: 3 }))
  return context
}
